import BabyModel

/// One row of a Sprout Track backup: an entry of one of its tables.
struct SproutTrackRow {
  /// The tables that are read, in the order of their names, in which a database hands them out: so children, medicines and
  /// foods come before what is about them. Settings, accounts and all else that holds secrets are not among them.
  enum Table: String, CaseIterable {
    case baby = "Baby"
    case allergen = "BabyAllergen"
    case bath = "BathLog"
    case milk = "BreastMilkAdjustment"
    case caretaker = "Caretaker"
    case diaper = "DiaperLog"
    case feed = "FeedLog"
    case food = "Food"
    case foodTry = "FoodLog"
    case measurement = "Measurement"
    case medicine = "Medicine"
    case dose = "MedicineLog"
    case milestone = "Milestone"
    case mood = "MoodLog"
    case note = "Note"
    case play = "PlayLog"
    case pumping = "PumpLog"
    case sleep = "SleepLog"
    case vaccine = "VaccineLog"

    /// The column that says when it was.
    var timeColumn: String {
      switch self {
      case .play, .pumping, .sleep: "startTime"
      case .measurement, .milestone: "date"
      // When an allergy began is unknown.
      case .allergen: "createdAt"
      default: "time"
      }
    }

    /// Whether a database has it before the caretakers.
    var isBeforeCaretakers: Bool { self == .baby || self == .allergen || self == .bath || self == .milk }
  }

  let table: Table
  let fields: JSONFields
  let line: Int

  /// A side of a nursing, which may have other rows for the other side.
  var isNursing: Bool { table == .feed && fields["type"] == "BREAST" }

  /// Columns of entries that a reader has a use for, or that follow from others. What ends in "Id" names a row.
  private static let known: Set = [
    "id", "time", "startTime", "endTime", "date", "duration", "type", "createdAt", "updatedAt", "deletedAt",
    "feedDuration", "pauseDuration", "amount", "unitAbbr", "side", "food", "foods", "foodIds", "notes", "hadReaction",
    "reactionDescription", "reactionCause", "bottleType", "breastMilkAmount", "condition", "color", "blowout",
    "creamApplied", "mood", "intensity", "content", "category", "title", "description", "ageInDays", "leftAmount",
    "rightAmount", "totalAmount", "pumpAction", "activities", "bathType", "soapUsed", "shampooUsed", "value", "unit",
    "doseAmount", "vaccineName", "doseNumber", "enjoyment", "name", "allergenType", "reason", "location", "quality",
  ]

  /// Columns of later versions, for the note.
  var rest: [String] {
    fields.names.filter { !$0.hasSuffix("Id") && !Self.known.contains($0) && !fields[$0].isEmpty }
      .map { "\($0) \(fields[$0])" }
  }

  /// The same in every backup: the app's own id. Rows without one are known by when they were.
  var identity: [String] {
    let id = fields["id"]
    return ["Sprout Track", table.rawValue] + (id.isEmpty ? [fields[table.timeColumn], fields["type"]] : [id])
  }

  /// - Throws: `RowFault.unreadable` for none.
  func start() throws(RowFault) -> Instant {
    guard let start = try instant(table.timeColumn) else { throw .unreadable(column: table.timeColumn) }
    return start
  }

  func instant(_ column: String) throws(RowFault) -> Instant? {
    try fields.instant(column, countedIn: .milliseconds, isUTC: true)
  }

  /// When it ended, or how many minutes it took; nil where the row says neither.
  func end(after start: Instant) throws(RowFault) -> Instant? {
    if let end = try instant("endTime") { return end }
    return try fields.duration("duration", unit: 60).flatMap { $0 > .zero ? start + $0 : nil }
  }

  /// A number in a column, as people read it with its unit: "2 tbsp".
  func amountText(_ column: String) -> String {
    let number = fields[column]
    return number.isEmpty ? "" : normalised(number + " " + fields["unitAbbr"].lowercased())
  }

  /// An amount of milk; none for 0. Where the row has no unit, the number is in the remark.
  ///
  /// - Throws: `RowFault.unreadable` for a unit that is not for milk.
  func volume(_ column: String) throws(RowFault) -> (volume: Volume?, remark: String) {
    guard let number = try fields.number(column), number != 0 else { return (nil, "") }
    guard Volume.plausible.contains(number) else { throw .unreadable(column: column) }
    switch fields["unitAbbr"].uppercased() {
    case "ML": return (Volume(number, .milliliters), "")
    case "OZ": return (Volume(number, .ounces), "")
    case "": return (nil, fields[column])
    default: throw .unreadable(column: "unitAbbr")
    }
  }
}
