import BabyModel
import BabyProtocol

/// One row of a Baby Buddy export: texts by the names of their columns, whichever file they come from.
///
/// The tables have no name of their own in the file; the columns tell them apart.
struct BabyBuddyRow {
  enum Table: String {
    case diaperChange, feeding, sleep, tummyTime, pumping, note, temperature, medication, measurement
  }

  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values.mapValues(trimmed) }

  /// - Throws: `RowFault.unreadable` for what is no object.
  init(_ json: JSON) throws(RowFault) {
    guard let object = json.objectValue else { throw .unreadable(column: "record") }
    self.init(Dictionary(object.members.map { ($0.name, Self.text($0.value)) }) { first, _ in first })
  }

  private static func text(_ json: JSON) -> String {
    switch json {
    case .string(let text): text
    case .null: ""
    case .array(let elements): elements.map(text).joined(separator: ", ")
    case .bool(let value): value ? "1" : "0"
    default: json.text
    }
  }

  static func isHeader(_ columns: [String]) -> Bool {
    let isAboutChild = columns.contains("child_id") || columns.contains("child")
    return isAboutChild && table(of: Set(columns)) != nil
  }

  /// The value of a column; empty where there is none.
  subscript(_ column: String) -> String { values[column] ?? "" }

  var table: Table? { Self.table(of: Set(values.keys)) }

  private static func table(of columns: Set<String>) -> Table? {
    func has(_ names: String...) -> Bool { columns.isSuperset(of: names) }
    if has("time", "wet", "solid") { return .diaperChange }
    if has("start", "end", "type", "method") { return .feeding }
    if has("start", "end", "milestone") { return .tummyTime }
    if has("time", "temperature") { return .temperature }
    if has("time", "name", "dosage") { return .medication }
    if has("time", "note") { return .note }
    if has("amount", "time") || has("amount", "start", "end") { return .pumping }
    if has("date"), measures.contains(where: { columns.contains($0.column) }) { return .measurement }
    // A timer has a name; it is no sleep.
    if has("start", "end"), !has("name") { return .sleep }
    return nil
  }

  static let measures = [
    (column: "weight", title: "Weight"), (column: "height", title: "Height"),
    (column: "head_circumference", title: "Head circumference"), (column: "bmi", title: "BMI"),
  ]

  /// Whose row it is.
  var childID: String { self["child_id"].isEmpty ? self["child"] : self["child_id"] }

  /// The names by which the row's child may be known here; empty where the file tells none.
  var childNames: [String] {
    let first = self["child_first_name"]
    return first.isEmpty ? [] : [first, normalised(first + " " + self["child_last_name"])]
  }

  /// What makes the row the same in another export, in which it may be a record and no line: Baby Buddy's id and the
  /// time, for two servers count alike.
  func identity(of reading: RowReading) -> [String] {
    let name = ["Baby Buddy", table?.rawValue ?? "", reading.start.utcText]
    return self["id"].isEmpty
      ? name + values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } : name + [self["id"]]
  }
}

/// What has been seen of a file so far.
struct BabyBuddyFile: Sendable {
  private var childID: String?

  /// - Throws: `RowFault.otherChild` for a row that is about a child of another name, or, where the file has no names,
  ///   about another one than the first row.
  mutating func check(_ row: BabyBuddyRow, isAbout child: Child) throws(RowFault) {
    let names = row.childNames
    if !names.isEmpty {
      guard names.contains(where: { $0.lowercased() == child.name.lowercased() }) else { throw .otherChild }
    } else if let childID {
      guard row.childID == childID else { throw .otherChild }
    } else {
      childID = row.childID
    }
  }
}
