import BabyModel
import BabyProtocol

/// One record of a Baby+ export. iPhones write times as seconds and yes as 1, Android phones texts and booleans.
struct BabyPlusRow {
  /// The lists that are read. Pictures and what is about the mother are not.
  enum List: String {
    case bottle = "baby_bottlefeed"
    case nursing = "baby_nursingfeed"
    case pumping = "baby_expressingfeed"
    case solids = "baby_solidfeed"
    case sleep = "baby_sleep"
    case nappy = "baby_nappy"
    case growth = "baby_growth"
    case temperature = "baby_temperature"
    case crying = "baby_crying"
    case tooth = "baby_toothlog"
    case medicine = "health_medlog"
    case vaccine = "health_vaccinelog"
    case milestone = "my_milestones"
    case diary = "diarynote"
    case appointment = "my_appointments"
    case question = "my_questions"
    case moment = "my_moments"

    /// The list that a note belongs to, by the app's number; nil if it is unknown.
    init?(trackerType: String) {
      switch trackerType {
      case "4": self = .nursing
      case "6": self = .bottle
      case "11": self = .nappy
      default: return nil
      }
    }
  }

  /// With one of these an export begins, in whatever order it is written.
  static func isBeginning(_ record: FileRecord) -> Bool {
    switch record {
    case .member("active_child", _), .member("faceADayGlobal", _): true
    case .record(let list, _, _): list.hasPrefix("baby_") || List(rawValue: list) != nil || otherLists.contains(list)
    default: false
    }
  }

  private static let otherLists: Set = ["babyprofile", "tracker_detail", "faceADay"]

  /// Whether a list is of the child's and unknown here, so that its records are reported and not passed over.
  static func isUnknown(_ list: String) -> Bool {
    List(rawValue: list) == nil && !otherLists.contains(list)
      && ["baby_", "health_", "my_"].contains(where: list.hasPrefix)
  }

  let list: List
  let fields: JSONFields
  let line: Int

  /// Members that a reader has a use for, or that follow from others.
  private static let known: Set = [
    "pk", "id", "babyid", "date", "startDate", "endDate", "creationDate", "durationSeconds", "duration", "note",
    "amount", "amountML", "amountOz", "isFormula", "leftDuration", "rightDuration", "nursingSide", "startingBreast",
    "expressingSide", "leftAmount", "rightAmount", "details", "type", "weight", "height", "head", "temperature",
    "value", "name", "dose", "title", "category", "text", "content",
  ]

  /// Other members, for the note; 0 is left out.
  var rest: [String] {
    fields.names.filter { !Self.known.contains($0) && !["", "0", "0.0"].contains(fields[$0]) }
      .map { "\($0) \(fields[$0])" }
  }

  /// By what notes name it.
  var key: String { fields.first("pk", "id") }
  /// Empty if the record has none.
  var childID: String { fields["babyid"] }

  /// The app's number, and the time: each phone counts for itself.
  func identity(at start: Instant) -> [String] { ["Baby+", list.rawValue, start.utcText, key] }

  func start() throws(RowFault) -> Instant {
    for column in ["startDate", "date", "creationDate"] {
      if let start = try instant(column) { return start }
    }
    throw .unreadable(column: "date")
  }

  /// Nil also for the beginning of 1970, which is the end of a timer that was never stopped.
  func instant(_ column: String) throws(RowFault) -> Instant? {
    if let number = try? fields.number(column), number == 0 { return nil }
    if fields[column].hasPrefix("1970-01-01") || fields[column].hasPrefix("1969-12-31") { return nil }
    return try fields.instant(column, countedIn: .seconds)
  }

  /// A measured number; 0 means none.
  func measured(_ column: String) throws(RowFault) -> Double? {
    guard let number = try fields.number(column), number != 0 else { return nil }
    return number
  }

  func volume() throws(RowFault) -> Volume? {
    for (column, unit) in [("amountML", VolumeUnit.milliliters), ("amountOz", .ounces), ("amount", .milliliters)] {
      guard let number = try measured(column) else { continue }
      guard Volume.plausible.contains(number) else { throw .unreadable(column: column) }
      return Volume(number, unit)
    }
    return nil
  }
}
