import BabyModel
import BabyProtocol

/// One row of a Baby Buddy export: texts by the names of their columns, whichever file they come from.
///
/// The file does not name the tables; the columns identify them.
struct BabyBuddyRow {
  enum Table: String {
    case diaperChange, feeding, sleep, tummyTime, pumping, note, temperature, medication, measurement
  }

  private let values: [String: String]
  /// Nil for another app's table.
  let table: Table?

  /// A row of a table that only its columns tell.
  init(_ values: [String: String]) { self.init(values, table: Self.table(of: Set(values.keys))) }

  init(_ values: [String: String], table: Table?) {
    self.values = values.mapValues(trimmed)
    self.table = table
  }

  /// - Throws: `RowFault.unreadable` if it is not an object.
  init(_ json: JSON) throws(RowFault) {
    guard let object = json.objectValue else { throw .unreadable(column: "record") }
    self.init(Dictionary(object.members.map { ($0.name, Self.text($0.value)) }) { first, _ in first })
  }

  static func text(_ json: JSON) -> String {
    switch json {
    case .string(let text): text
    case .null: ""
    case .array(let elements): elements.map(text).joined(separator: ", ")
    case .bool(let value): value ? "1" : "0"
    default: json.text
    }
  }

  static func isHeader(_ columns: [String]) -> Bool {
    // People choose the exported columns: any of these names the child.
    guard table(of: Set(columns)) != nil else { return false }
    if columns.contains("child_id") || columns.contains("child_first_name") { return true }
    // Any table may have a column of this name: all other columns have to be Baby Buddy's as well.
    return columns.contains("child") && columns.allSatisfy { $0.isEmpty || known.contains($0) }
  }

  /// The names of its columns.
  var columns: [String] { Array(values.keys) }

  /// The value of a column; empty if it is missing.
  subscript(_ column: String) -> String { values[column] ?? "" }

  static func table(of columns: Set<String>) -> Table? {
    func has(_ names: String...) -> Bool { columns.isSuperset(of: names) }
    if has("time", "wet", "solid") { return .diaperChange }
    if has("start", "end", "type", "method") { return .feeding }
    if has("start", "end", "milestone") { return .tummyTime }
    if has("time", "temperature") { return .temperature }
    if has("time", "name", "dosage") { return .medication }
    if has("time", "note") { return .note }
    // A column for the kind means that the rows are of several kinds.
    if has("type") { return nil }
    if has("amount", "time") || has("amount", "start", "end") { return .pumping }
    if has("date"), measures.contains(where: { columns.contains($0.column) }) { return .measurement }
    // A timer has a name; it is not a sleep.
    if has("start", "end"), !has("name") { return .sleep }
    return nil
  }

  /// Columns that a reader has a use for, or that follow from others.
  private static let known: Set = BabyBuddyRecord.Model.feeding.columns.union([
    "child", "child_first_name", "child_last_name", "duration", "timer", "tags", "amount_unit", "nap",
    "next_dose_time", "next_dose_ready",
  ])

  /// The other columns, for the note.
  var rest: [String] {
    values.filter { !$0.value.isEmpty && !$0.key.isEmpty && !Self.known.contains($0.key) }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }
  }

  /// Tells times that have no offset: those of the server's clock.
  func surveyTimes(_ line: Int, into survey: inout Survey) {
    for column in ["start", "time", "date"] { survey.add(yearFirstTime: self[column], line: line) }
    survey.add(yearFirstTime: self["end"], line: line, isInOrder: false)
    let start = self["start"].isEmpty ? self["time"] : self["start"]
    guard let time = WallTimeText(start), time.timeOfDay != nil else { return }
    survey.zone.addClockTime()
    if let length = BabyBuddyDuration.seconds(self["duration"]) {
      survey.add(from: start, to: self["end"], minutes: length / 60, line: line)
    }
  }

  /// Columns with numbers without a unit, and their quantities.
  func numbersWithoutUnit(_ table: Table) -> [(column: String, quantity: ImportQuantity)] {
    switch table {
    case .feeding, .pumping: VolumeUnit(rawValue: self["amount_unit"]) == nil ? [("amount", .volume)] : []
    case .temperature: [("temperature", .temperature)]
    case .measurement: [("weight", .weight), ("height", .length), ("head_circumference", .head)]
    case .diaperChange, .sleep, .tummyTime, .note, .medication: []
    }
  }

  static let measures = [
    (column: "weight", title: "Weight"), (column: "height", title: "Height"),
    (column: "head_circumference", title: "Head circumference"), (column: "bmi", title: "BMI"),
  ]

  /// The child's id.
  var childID: String { self["child_id"].isEmpty ? self["child"] : self["child_id"] }

  /// The possible names of the row's child; empty if the file has none.
  var childNames: [String] {
    let first = self["child_first_name"]
    return first.isEmpty ? [] : [first, normalised(first + " " + self["child_last_name"])]
  }

  /// Identifies the row in other exports, including those with records in place of lines: Baby Buddy's id and the time,
  /// because the ids of two servers are alike.
  ///
  /// The time is in whole seconds, because a table has no fractions and the API has. Lengths and heads are counted
  /// separately, like weights.
  func identity(of readings: [RowReading]) -> RowIdentity {
    let start = readings.first?.start
    let measure = table == .measurement ? Self.measures.map(\.column).first { !self[$0].isEmpty } : nil
    let rest =
      self["id"].isEmpty
      ? values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      : [self["id"]] + [measure].compactMap(\.self).filter { $0 != "weight" }
    let names = [start?.wholeSecond, start].map { ["Baby Buddy", table?.rawValue ?? "", $0?.utcText ?? ""] + rest }
    return RowIdentity(names[0], former: names[1] == names[0] ? [] : [names[1]], isUnique: !self["id"].isEmpty)
  }
}

extension Instant {
  /// Without the part of a second.
  fileprivate var wholeSecond: Instant {
    let rest = milliseconds % 1000
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + 1000 : rest))
  }
}

/// A length of time as Baby Buddy writes it, by the way on which it came: `06:00:00`, `1 06:00:00`, `1 day, 6:00:00`,
/// `P1DT06H00M00S`.
enum BabyBuddyDuration {
  /// - Returns: whole seconds; nil for anything else, and for less than nothing.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 40, !text.contains("-") else { return nil }
    let whole = text.prefix { $0 != "." }
    let numbers = whole.split { !("0"..."9").contains($0) }.map { plainInteger($0, digits: 5) }
    guard numbers.count == 3 || numbers.count == 4, !numbers.contains(nil) else { return nil }
    let parts = Array([0] + numbers.compactMap(\.self)).suffix(4)
    return zip(parts, [86_400, 3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The same of what a database has.
  ///
  /// - Parameter microseconds: nil is returned for more than a year of them, and for less than none.
  static func text(microseconds: Int64) -> String? {
    guard (0...366 * 86_400_000_000).contains(microseconds) else { return nil }
    let seconds = microseconds / 1_000_000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}

/// Facts in Baby Buddy's database outside the entries' rows: children's names, and an entry's tags. They may come
/// before or after the entries, so they are read before any of them.
struct BabyBuddyFacts {
  /// How many first names are known at most.
  private static let mostNames = 10_000
  /// Of an id or a model's name, in bytes.
  private static let longest = 20

  /// The file's number among those of the import: each counts its records for itself.
  var file = 0
  private var firstNames: Set<String> = []

  /// Learns of a child, a tag, or that an entry has one.
  mutating func learn(_ record: BabyBuddyRecord, into survey: inout Survey) {
    let fields = record.fields
    switch record.model {
    case .child: add(child: record, to: &survey)
    case .tag:
      if let tag = fieldText(fields["name"]) { survey.add(fact: tag, named: name("tag", record.id)) }
    case .contentType:
      guard fields["app_label"] == "core", let model = BabyBuddyRecord.Model(rawValue: fields["model"]) else { return }
      survey.add(fact: record.id, named: name("type", model.rawValue))
    case .tagged:
      let (type, object) = (record.reference("content_type"), fields["object_id"])
      guard let tag = fieldText(record.reference("tag")), type.utf8.count <= Self.longest,
        object.utf8.count <= Self.longest
      else { return }
      survey.add(fact: tag, named: name("tagged", type, object))
    default: return
    }
  }

  /// Two may have the same first name: then the later one is called by its whole name alone.
  private mutating func add(child record: BabyBuddyRecord, to survey: inout Survey) {
    let first = fieldText(record.fields["first_name"]) ?? ""
    let full = normalised(first + " " + (fieldText(record.fields["last_name"]) ?? ""))
    guard !full.isEmpty, firstNames.count < Self.mostNames else { return }
    let isOnly = !first.isEmpty && firstNames.insert(ImportTargets.key(first)).inserted
    let names = isOnly ? [first, full] : [full]
    survey.add(child: names[0], born: LocalDate(record.fields["birth_date"]))
    survey.add(fact: record.id, named: name("children"))
    for text in names { survey.add(fact: text, named: name("child", record.id)) }
  }

  // MARK: What was learned

  /// Whether the file says whom its entries are about: part of a dump may not.
  func hasChildren(_ facts: [String: [String]]) -> Bool { facts[name("children")] != nil }

  /// By what a child may be called here, the likeliest first.
  func names(child id: String, _ facts: [String: [String]]) -> [String] {
    id.utf8.count <= Self.longest ? facts[name("child", id)] ?? [] : []
  }

  /// An entry's tags, in the order in which Baby Buddy's API has them.
  func tags(of record: BabyBuddyRecord, _ facts: [String: [String]]) -> [String] {
    let model = record.model.rawValue
    let types = [model] + (facts[name("type", model)] ?? []).prefix(1)
    let tags = types.flatMap { facts[name("tagged", $0, record.id)] ?? [] }
    // A dump may have its name instead of its id.
    return Set(tags.map { facts[name("tag", $0)]?.first ?? $0 })
      .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  private func name(_ parts: String...) -> String { "\(file) " + parts.joined(separator: " ") }
}
