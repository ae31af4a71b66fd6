/// The tables of Baby Tracker's export. Files have no mark of the app and may be called anything: their columns tell them
/// apart, but for the two that have the same ones.
enum NighpTable: String, Sendable {
  case sleep, nursing, pump, diaper, activity, medication, vaccine, milestone, growth, temperature
  /// Formula or expressed milk: only the file's name tells which.
  case bottle
  case diary
  /// An unknown table.
  case other

  /// - Parameter names: of all columns, in small letters and without their units.
  /// - Returns: nil for another app's table.
  init?(columns names: Set<String>) {
    let own = names.subtracting(["baby", "time", "note"])
    func hasAny(_ wanted: [String]) -> Bool { !own.isDisjoint(with: wanted) }
    guard names.contains("time") else { return nil }
    let isOfBreasts = own.isSuperset(of: ["left duration", "right duration"])
    if isOfBreasts, hasAny(["left amount", "right amount", "total amount"]) {
      // It is not about a child.
      self = .pump
      return
    }
    guard names.contains("baby") else { return nil }
    if isOfBreasts {
      self = .nursing
    } else if hasAny(Self.medicineNames) {
      self = .medication
    } else if hasAny(Self.vaccineNames) {
      self = .vaccine
    } else if own.contains("milestone") {
      self = .milestone
    } else if own.contains("other activity") {
      self = .activity
    } else if own.contains("status") {
      self = .diaper
    } else if hasAny(NighpRow.measures.flatMap(\.names)) {
      self = .growth
    } else if own.contains("temperature") {
      self = .temperature
    } else if own == ["duration"] {
      self = .sleep
    } else if own == ["amount"] {
      self = .bottle
    } else if names.contains("note") {
      self = own.isEmpty ? .diary : .other
    } else {
      return nil
    }
  }

  static let medicineNames = ["medication name", "medication"]
  static let vaccineNames = ["vaccine name", "vaccine"]

  /// The columns that a table has beside the child, the time and the note; what stands in any other is kept in the note.
  var columns: [String] {
    switch self {
    case .sleep: ["duration"]
    case .nursing: ["start side", "left duration", "right duration", "total duration", "total"]
    case .pump:
      [
        "start side", "left duration", "right duration", "total duration", "total", "left amount", "right amount",
        "total amount",
      ]
    case .diaper: ["status"]
    case .activity: ["other activity", "duration"]
    // The unit of a dose stands in a column without a name.
    case .medication: Self.medicineNames + ["amount", "", "min interval"]
    case .vaccine: Self.vaccineNames
    case .milestone: ["milestone"]
    case .growth: NighpRow.measures.flatMap(\.names)
    case .temperature: ["temperature"]
    case .bottle: ["amount"]
    case .diary, .other: []
    }
  }

  /// The columns that distinguish rows of the same minute.
  var subject: [String] {
    switch self {
    case .activity: ["other activity"]
    case .medication: Self.medicineNames
    case .vaccine: Self.vaccineNames
    case .milestone: ["milestone"]
    default: []
    }
  }

  /// The word for an entry without a kind that is kept as a note.
  var word: String { self == .other ? "Other" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
