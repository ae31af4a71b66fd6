import BabyModel

/// Reads any table whose columns a map names.
struct MappedReader: AppReader {
  let format = ImportFormat.mappedCSV
  private let map: ColumnMap
  /// Of the table, in its order.
  private let count: Int
  /// The used columns, each with its index.
  private let columns: [(role: ColumnMap.Role, place: Int, column: LooseColumns.Column)]
  /// All others.
  private let others: [(place: Int, column: LooseColumns.Column)]

  /// Only an explicit map selects this format.
  init?(recognising first: FileRecord) { return nil }

  /// - Returns: nil if it is not a table, or lacks a column that the map names.
  init?(_ map: ColumnMap, recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first, Self.missing(of: map, in: fields).isEmpty else { return nil }
    let places = Self.places(fields)
    self.map = map
    count = fields.count
    let columns = ColumnMap.Role.allCases.flatMap { role in
      (map.columns[role] ?? []).compactMap { name in
        places[ColumnMap.key(name)].map { (role: role, place: $0, column: LooseColumns.Column(fields[$0])) }
      }
    }
    self.columns = columns
    let used = Set(columns.map(\.place))
    others = fields.indices.filter { !used.contains($0) }.map { ($0, LooseColumns.Column(fields[$0])) }
  }

  /// The columns that the map names and a table does not have.
  static func missing(of map: ColumnMap, in fields: [String]) -> [String] {
    let places = places(fields)
    return map.names.filter { places[ColumnMap.key($0)] == nil }
  }

  /// If several columns have one name, the first counts.
  private static func places(_ fields: [String]) -> [String: Int] {
    Dictionary(zip(fields.map(ColumnMap.key), fields.indices)) { first, _ in first }
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard let row = try? row(record) else { return }
    row.survey(into: &survey, line: record.line)
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard let row = try row(record) else { return [] }
    let target = try context.target(named: map.columns[.child].map { _ in row[.child]?.text ?? "" })
    let start = try row.start(in: context)
    let reading = try row.reading(from: start, in: target.zone, context)
    // The row's word is part of its identity: an entry's kind never changes, so a row whose meaning changes in a
    // corrected map becomes another entry.
    let identity = ["mapped", start.identity, ColumnMap.key(row.word), reading.content.kind.rawValue]
    return [ReadRow([reading], RowIdentity(identity), of: target)]
  }

  /// - Returns: nil for a row to leave out.
  private func row(_ record: FileRecord) throws(RowFault) -> MappedRow? {
    guard case .fields(_, let result) = record else { return nil }
    let fields = try result.get().fitted(to: count)
    var cells: [ColumnMap.Role: [LooseRow.Cell]] = [:]
    for (role, place, column) in columns where role != .skip {
      let text = trimmed(fields.field(place))
      if !text.isEmpty { cells[role, default: []].append(LooseRow.Cell(column: column, text: text)) }
    }
    let rest = others.prefix { $0.place < fields.count }.compactMap { place, column -> LooseRow.Cell? in
      let text = trimmed(fields[place])
      return text.isEmpty ? nil : LooseRow.Cell(column: column, text: text)
    }
    if cells.isEmpty, rest.isEmpty { return nil }
    return try MappedRow(map, cells, rest: rest)
  }
}

/// One row of a table that a map explains.
struct MappedRow {
  let map: ColumnMap
  /// The values that are not empty.
  private let cells: [ColumnMap.Role: [LooseRow.Cell]]
  /// The row's kind in the columns' words; empty if all rows are the same.
  let word: String
  /// Its meaning in the map; nil for an unknown word.
  let known: ColumnMap.Word?
  /// The words of the row that it is known by.
  let knownText: String
  let kind: EntryKind
  let fields: [FieldInputs.Field]
  /// Words that are not in the map.
  let unknownWords: [String]
  /// Columns that are not in the map.
  let rest: [LooseRow.Cell]

  /// - Returns: nil for a row that the map leaves out.
  /// - Throws: `RowFault.unknownKind`.
  init?(
    _ map: ColumnMap, _ cells: [ColumnMap.Role: [LooseRow.Cell]], rest: [LooseRow.Cell]
  ) throws(RowFault) {
    self.map = map
    self.cells = cells
    self.rest = rest
    let words = (cells[.kind] ?? []).map(\.text)
    word = words.joined(separator: ColumnMap.joint)
    // If the full combination of words is unknown, the longest known prefix counts.
    let number = (0...words.count).last { map.words[Self.key(words.prefix($0))] != nil } ?? 0
    known = map.words[Self.key(words.prefix(number))]
    knownText = words.prefix(number).joined(separator: ColumnMap.joint)
    unknownWords = Array(words.dropFirst(number))
    switch map.every ?? known?.meaning {
    case .entry(let kind, let fields)?: (self.kind, self.fields) = (kind, fields)
    case .skip?: return nil
    case nil:
      switch map.others {
      case .note: (kind, fields) = (.note, [])
      case .skip: return nil
      case .refuse: throw .unknownKind
      }
    }
  }

  private static func key(_ words: ArraySlice<String>) -> String {
    ColumnMap.key(words.joined(separator: ColumnMap.joint))
  }

  /// All values of a role, in the map's order.
  func all(_ role: ColumnMap.Role) -> [LooseRow.Cell] { cells[role] ?? [] }

  /// The first of them; nil if none says anything.
  subscript(_ role: ColumnMap.Role) -> LooseRow.Cell? { cells[role]?.first }

  // MARK: Times

  /// When a row says that something was.
  enum Moment {
    case instant(Instant)
    case wall(LocalDateTime)

    /// A part of the row's identity.
    var identity: String {
      switch self {
      case .instant(let instant): instant.utcText
      case .wall(let time): time.identity
      }
    }
  }

  /// - Throws: `RowFault.unreadable`, also for a day without the time that the kind needs.
  func start(in context: ReadingContext) throws(RowFault) -> Moment {
    if let cell = self[.start], self[.date] == nil, let instant = Self.instant(cell.text) { return .instant(instant) }
    let column = self[.start]?.column.title ?? self[.date]?.column.title ?? map.columns[.start]?.first ?? ""
    guard let (day, clock) = startParts, let date = day.date(context.dates) else {
      throw .unreadable(column: column)
    }
    if let clock {
      guard let time = clock.timeOfDay(context.dates) else { throw .unreadable(column: column) }
      return .wall(LocalDateTime(date, time))
    }
    guard kind.canBeOfDay, let noon = TimeOfDay(hour: 12, minute: 0) else { throw .unreadable(column: column) }
    return .wall(LocalDateTime(date, noon))
  }

  /// The day and the time, in one column or in two; without a time if there is only a day.
  private var startParts: (day: WallTimeText, clock: WallTimeText?)? {
    let start = self[.start].flatMap { WallTimeText($0.text) }
    if start == nil, let day = self[.date].flatMap({ WallTimeText($0.text) }) {
      guard let cell = self[.start] else { return (day, nil) }
      guard let clock = WallTimeText(clock: cell.text), clock.timeOfDay != nil else { return nil }
      return (day, clock)
    }
    return start.map { ($0, $0.timeOfDay == nil ? nil : $0) }
  }

  /// The end and the duration. An end without a day is the first such time after the start.
  ///
  /// - Throws: `RowFault.unreadable`.
  func span(from start: Moment, in zone: ZoneRules, _ context: ReadingContext) throws(RowFault) -> (
    span: FlaggedSpan, minutes: Int?
  ) {
    let seconds: Int?
    if let cell = self[.duration] { seconds = try map.seconds(cell) } else { seconds = nil }
    let minutes = seconds.map { $0 / 60 }
    var span: FlaggedSpan
    switch start {
    case .instant(let instant):
      span = FlaggedSpan(start: instant)
      if let cell = self[.end] {
        guard let end = Self.instant(cell.text) else { throw cell.fault }
        span.end = end
      }
    case .wall(let start):
      span = WallSpan(start: start).resolve(in: zone)
      if let cell = self[.end] { span = try wallSpan(start, to: cell, minutes, in: zone, context) }
    }
    if span.end == nil, let seconds { span.end = span.start + .seconds(seconds) }
    return (span, minutes)
  }

  private func wallSpan(
    _ start: LocalDateTime, to cell: LooseRow.Cell, _ minutes: Int?, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> FlaggedSpan {
    if let end = WallTimeText(cell.text) {
      guard let end = end.time(context.dates) else { throw cell.fault }
      return WallSpan(start: start, end: end, minutes: minutes).resolve(in: zone)
    }
    guard let clock = WallTimeText(clock: cell.text)?.timeOfDay(context.dates) else { throw cell.fault }
    func span(on day: LocalDate) -> FlaggedSpan {
      WallSpan(start: start, end: LocalDateTime(day, clock), minutes: minutes).resolve(in: zone)
    }
    let sameDay = span(on: start.date)
    if let end = sameDay.end, end >= sameDay.start { return sameDay }
    return span(on: start.date.adding(days: 1))
  }

  /// A time with its offset, or the seconds or milliseconds that computers count.
  static func instant(_ text: String) -> Instant? {
    switch text.utf8.count {
    case 10: if let seconds = plainInteger(text, digits: 10) { return Instant(milliseconds: Int64(seconds) * 1000) }
    case 13: if let milliseconds = plainInteger(text, digits: 13) { return Instant(milliseconds: Int64(milliseconds)) }
    default: break
    }
    return Instant(withOffset: text)
  }

  // MARK: Facts of the whole file

  func survey(into survey: inout Survey, line: Int) {
    // A row without a time is a sum, or the like.
    if let child = self[.child], self[.start] != nil || self[.date] != nil { survey.add(child: child.text) }
    if let cell = self[.start], self[.date] != nil || Self.instant(cell.text) == nil { survey.zone.addClockTime() }
    if let (day, clock) = startParts {
      survey.dates.add(day, line: line)
      // On a day that says nothing.
      if let clock, clock != day { survey.dates.add(clock, line: line) }
    } else if let cell = self[.start], Self.instant(cell.text) != nil {
      survey.dates.addInstant()
    }
    if let cell = self[.end], let text = WallTimeText(cell.text) ?? WallTimeText(clock: cell.text) {
      survey.dates.add(text, line: line, isInOrder: false)
    }
    guard let quantity = kind.quantity, let declared = kind.declaration.quantity, let cell = self[.amount],
      let number = cell.number
    else { return }
    // Rows with an unknown unit are invalid anyway.
    do throws(RowFault) { if try unit(of: declared) == nil { survey.add(number, of: quantity) } } catch {}
  }

  /// The unit of a number without one: the row's, the map's, or the one in the column's title; nil if there is none.
  ///
  /// - Throws: `RowFault.unreadable` for an unknown one.
  func unit(of quantity: QuantityDeclaration) throws(RowFault) -> String? {
    if let cell = self[.unit] {
      guard let unit = quantity.unit(inTable: cell.text) else { throw cell.fault }
      return unit
    }
    if case .word(let unit)? = fields.last(where: { $0.name == quantity.unitName })?.value { return unit }
    if let unit = kind.quantity.flatMap({ map.units[$0] }) { return unit }
    return self[.amount]?.column.unit(of: quantity)
  }
}
