public import BabyModel
public import BabyProtocol

/// Reads the start of an unsupported table and proposes a map, for a person to check.
public struct MapGuess: Sendable {
  /// Rows that are looked at.
  static let mostRows = 200
  /// Columns that are looked at: as many as a map can name.
  static let mostColumns = ColumnMap.mostColumns

  private var parser = FileParser(takesWindows1252: true)
  private var header: [String]?
  private var rows: [[String]] = []
  /// The format of a file that needs no map.
  private var known: ImportFormat?
  private var isOver = false

  public init() {}

  /// Whether nothing more of the file is wanted that is being looked at.
  public var isEnough: Bool { isOver || rows.count >= Self.mostRows }

  /// Looks at what comes next. The first table counts.
  public mutating func take(_ piece: ImportPiece) {
    switch piece {
    case .file:
      if header == nil { (parser, isOver) = (FileParser(takesWindows1252: true), false) }
    case .bytes(let bytes):
      guard !isEnough else { return }
      // Damaged data is not a table.
      do throws(BabyError) { try parser.consume(bytes).forEach { take($0) } } catch { isOver = true }
    case .end:
      guard !isEnough else { return }
      do throws(BabyError) { try parser.finish().forEach { take($0) } } catch {}
      isOver = true
    case .tables, .row, .fault: isOver = true
    }
  }

  private mutating func take(_ record: FileRecord) {
    guard !isEnough else { return }
    guard case .fields(_, let fields) = record else { return isOver = true }
    // Ignore rows that cannot be parsed.
    guard let fields = try? fields.get() else { return }
    guard let header else {
      var opening = FileOpening(expected: ImportFormat.allCases)
      if let owner = opening.owner(of: record) {
        known = known ?? owner.format
        isOver = true
      } else {
        header = fields.map(trimmed)
      }
      return
    }
    guard let fields = try? fields.fitted(to: header.count) else { return }
    rows.append((0..<min(header.count, Self.mostColumns)).map { trimmed(fields.field($0)) })
  }

  /// The map that is proposed, as a file in YAML with remarks.
  ///
  /// - Throws: `BabyError.importInvalid` when there is no table, or it needs no map.
  public func text() throws(BabyError) -> String { try draft().text }

  /// The same as it is read again.
  ///
  /// - Throws: as `text`.
  public func tree() throws(BabyError) -> JSON { try draft().tree }

  private func draft() throws(BabyError) -> MapDraft {
    guard let header else {
      if let known {
        throw .importInvalid("This is a file of \(importedApp(format: known.rawValue)), which needs no map: import it.")
      }
      throw .importInvalid("The file has no table. A map describes the columns of a CSV file.")
    }
    guard !rows.isEmpty else { throw .importInvalid("The table has no rows to guess from.") }
    var columns: [ColumnEvidence] = []
    var names: Set<String> = [""]
    for (place, title) in header.prefix(Self.mostColumns).enumerated()
    where title.utf8.count <= ColumnMap.longestName && names.insert(ColumnMap.key(title)).inserted {
      var column = ColumnEvidence(title, place: place)
      for row in rows { column.add(row[place]) }
      columns.append(column)
    }
    return MapDraft(columns, rows: rows)
  }
}

/// Evidence from the first values of a column.
struct ColumnEvidence: Sendable {
  /// The maximum number of different values; a column with more is not the kind.
  static let mostValues = 60

  let column: LooseColumns.Column
  let place: Int
  let roles: [ColumnMap.Role]
  /// The number of values that are not empty.
  private(set) var count = 0
  private var times = 0
  private var days = 0
  private var clocks = 0
  private var quantities = 0
  private var lengths = 0
  private var colons = 0
  private var sides = 0
  private var kinds = 0
  /// Without capital letters; nil for too many.
  private var values: Set<String>? = []

  init(_ title: String, place: Int) {
    column = LooseColumns.Column(title)
    self.place = place
    roles = MapWords.roles(ofTitle: column.title)
  }

  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    count += 1
    guard text.utf8.count <= ColumnMap.longestName else { return values = nil }
    if let time = WallTimeText(text) {
      if time.timeOfDay == nil { days += 1 } else { times += 1 }
    } else if MappedRow.instant(text) != nil {
      times += 1
    } else if WallTimeText(clock: text)?.timeOfDay != nil {
      clocks += 1
    }
    let cell = LooseRow.Cell(column: column, text: text)
    if text.contains(":") { colons += 1 }
    if cell.number != nil || text.first?.isNumber == true { quantities += 1 }
    if cell.number != nil || text.contains(":") || Duration(text: text) != nil { lengths += 1 }
    if !MapWords.sides(text).isEmpty { sides += 1 }
    if MapWords.proposal(text) != nil { kinds += 1 }
    values?.insert(ColumnMap.key(text))
    if let number = values?.count, number > Self.mostValues { values = nil }
  }

  /// Nearly all of them: a table has its slips.
  private func isMost(_ number: Int) -> Bool { count > 0 && number * 10 >= count * 8 }

  var hasTimes: Bool { isMost(times) }
  var hasDays: Bool { isMost(days) }
  var hasClocks: Bool { isMost(clocks) }
  var hasQuantities: Bool { isMost(quantities) && !hasTimes && !hasDays }
  var hasLengths: Bool { isMost(lengths) && !hasTimes && !hasDays }
  /// Whether lengths are written like times of the clock.
  var hasColons: Bool { isMost(colons) }
  var hasSides: Bool { isMost(sides) }
  /// Whether the values are few enough to have a meaning each.
  var hasFewValues: Bool { values != nil && count > 0 }
  /// Whether most values are words that mean a kind.
  var hasKinds: Bool { hasFewValues && kinds * 2 > count }
  /// How many values are words that mean a kind, where there are few different ones.
  var kindCount: Int { hasFewValues ? kinds : 0 }

  func isCalled(_ role: ColumnMap.Role) -> Bool { roles.contains(role) }
}
