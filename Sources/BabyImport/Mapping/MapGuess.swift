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
      throw .importInvalid("There is no table in the file: a map says what the columns of a CSV file mean.")
    }
    guard !rows.isEmpty else { throw .importInvalid("The table has no rows, so there is nothing to learn from.") }
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
