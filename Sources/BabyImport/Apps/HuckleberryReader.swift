import BabyModel

/// Reads the CSV export of the Huckleberry app, which is about one child and does not name it.
struct HuckleberryReader: AppReader {
  let format = ImportFormat.huckleberryCSV
  private let columns: NamedColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = NamedColumns(fields, called: HuckleberryRow.columns)
    guard HuckleberryRow.isHeader(columns.titles) else { return nil }
  }

  /// In nights in which clocks change the app writes starts that its clocks did not show: lengths tell nothing there.
  func survey(_ record: FileRecord, into survey: inout Survey) {
    survey.zone.addClockTime()
    guard case .fields(let line, .success(let fields)) = record, let row = try? NamedRow(fields, columns: columns)
    else { return }
    survey.add(yearFirstTime: row["Start"], line: line)
    survey.add(yearFirstTime: row["End"], line: line, isInOrder: false)
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let values = try fields.get()
    let target = try context.target()
    let row = try HuckleberryRow(NamedRow(values, columns: columns), in: target.zone, context)
    return [ReadRow(try row.readings(in: target.zone), row.identity, of: target)]
  }
}

/// One row of a Huckleberry export: clock times without a zone, and columns that mean different things for each type.
struct HuckleberryRow {
  let type: String
  let span: WallSpan
  /// How long it took; of a diaper, its colour.
  let duration: String
  let startCondition: String
  let startLocation: String
  let endCondition: String
  let notes: String
  let author: String?
  /// The other columns, for the note.
  let rest: [String]
  /// As it is written.
  private let end: String

  /// The app writes no ids. A correction does not change a row's time or subject. There may be several medicines at one
  /// time.
  var identity: RowIdentity {
    let isMedicine = ["meds", "medicine"].contains(type.lowercased())
    return RowIdentity(
      ["Huckleberry", type.lowercased(), span.start.identity] + (isMedicine ? [startLocation.lowercased()] : []))
  }

  static let headings = ["Type", "Start", "End", "Start Condition", "Start Location", "End Condition"]

  static func isHeader(_ columns: [String]) -> Bool { Set(columns).isSuperset(of: headings) }

  /// If all cells are quoted, they use JSON's escapes: `"said \"no\"\nand slept"`.
  static func writesJSON(_ columns: [String]) -> Bool {
    isHeader(NamedColumns.titles(of: columns, called: Self.columns))
  }

  init(_ row: NamedRow, in zone: ZoneRules, _ context: ReadingContext) throws(RowFault) {
    type = row["Type"]
    guard !type.isEmpty else { throw .unreadable(column: "Type") }
    let start = try context.wallTime(row["Start"], column: "Start", in: zone)
    end = row["End"]
    let last = end.isEmpty ? nil : try context.wallTime(end, column: "End", in: zone)
    duration = row["Duration"]
    span = WallSpan(start: start, end: last, minutes: Self.minutes(row["Duration"], context.dates))
    startCondition = row["Start Condition"]
    startLocation = row["Start Location"]
    endCondition = row["End Condition"]
    notes = row["Notes"]
    let writer = row.author
    author = writer?.name
    rest = row.remarks(besides: Self.columns.union([writer?.column].compactMap(\.self)))
  }

  static let columns: Set = [
    "Type", "Start", "End", "Duration", "Start Condition", "Start Location", "End Condition", "Notes",
  ]

  /// A value in the duration column that is not a duration: other programs that write this table put amounts and names
  /// there.
  var otherDuration: String { span.minutes == nil ? duration : "" }

  /// The row's end, for a momentary entry.
  var remarksOfEnd: [String] { [span.end.map { $0 == span.start } ?? true ? "" : "End \(end)"] }

  /// The row's duration, for a momentary entry whose duration has no other meaning.
  var remarksOfMoment: [String] { remarksOfEnd + [span.minutes.map { $0 == 0 } ?? true ? "" : duration] }

  /// The same, including a value that is not a duration.
  var remarksOfLength: [String] { remarksOfMoment + [otherDuration] }

  /// The span as instants.
  ///
  /// In a night in which clocks change, a start is written with the offset that its end has: so the length counts.
  func resolved(in zone: ZoneRules) -> FlaggedSpan {
    var resolved = span.resolve(in: zone)
    guard let minutes = span.minutes, let end = resolved.end, let passed = resolved.minutes, abs(passed - minutes) > 1
    else {
      return resolved
    }
    let start = end - .minutes(minutes)
    guard zone.offset(at: start) != zone.offset(at: end) else { return resolved }
    resolved.start = start
    return resolved
  }

  /// The conditions, for kinds that only use them in the note.
  var conditions: [String] { [startCondition, startLocation, endCondition] }

  /// Reads hours and minutes, `0:11`, and `43m28s`; nil if it is not a duration.
  private static func minutes(_ text: String, _ style: DateStyle) -> Int? {
    if style.takesSerials, let minutes = SerialTime.length(text) { return minutes }
    if let minutes = minutesOfClock(text) { return minutes }
    return text.contains(":") ? nil : lengthInWords(text).map { Int($0.wholeMinutes) }
  }

  // MARK: Sides

  /// Time at each breast, `00:03R` and `00:07L`; empty if a row has none.
  ///
  /// The numbers before the letter are hours and minutes, or minutes and seconds: the feed's duration decides which. If
  /// it fits neither, they are not read.
  var sides: [Side: Duration] {
    let found = [startCondition, endCondition].compactMap(Self.side)
    guard !found.isEmpty, Set(found.map(\.side)).count == found.count, let minutes = span.minutes else { return [:] }
    for unit in [60, 1] {
      let lengths = found.map { ($0.side, Duration.seconds(($0.first * 60 + $0.second) * unit)) }
      let together = lengths.reduce(Duration.zero) { $0 + $1.1 }
      if abs(Int(together.wholeMinutes) - minutes) <= 1 { return Dictionary(lengths) { first, _ in first } }
    }
    return [:]
  }

  /// Whether a condition says that nothing was there: `00:00R`.
  static func isNotATime(_ condition: String) -> Bool {
    side(condition).map { $0.first == 0 && $0.second == 0 } ?? false
  }

  /// Whether a condition says how long it was at a breast: `00:03R`.
  static func isTime(_ condition: String) -> Bool { side(condition) != nil }

  /// The side that the feed began with.
  var firstSide: Side? { [startCondition, endCondition].lazy.compactMap(Self.side).first?.side }

  private static func side(_ text: String) -> (side: Side, first: Int, second: Int)? {
    let side: Side
    switch text.last {
    case "L", "l": side = .left
    case "R", "r": side = .right
    default: return nil
    }
    let parts = trimmed(String(text.dropLast())).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = plainInteger(parts[0], digits: 3),
      let second = plainInteger(parts[1], digits: 2)
    else { return nil }
    return (side, first, second)
  }
}
