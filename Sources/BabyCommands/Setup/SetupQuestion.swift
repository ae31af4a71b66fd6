import BabyModel

/// The questions of `bbctl setup`, in this order: the most important first.
enum SetupQuestion: String, CaseIterable {
  case name, born, due, weight, sex, feeding, zone, locale, units, clock, dates, week, server

  /// The word that goes back to the question before.
  static let back = "back"

  /// The member of a new child that the answer becomes, as the daemon calls it when it refuses it.
  var field: String? {
    switch self {
    case .name, .born, .sex: rawValue
    case .due: "dueDate"
    case .weight: "birthWeight"
    default: nil
    }
  }

  /// The setting that the answer is a value of.
  var setting: String? {
    switch self {
    case .units: "units"
    case .clock: "time.format"
    case .dates: "date.order"
    case .week: "week.start"
    default: nil
    }
  }

  /// Parses the answer; nil if it is invalid. An empty line skips the question.
  ///
  /// - Parameter day: the day that a text names, if it names one.
  func answer(in line: String, day: (String) -> LocalDate?) -> String? {
    switch self {
    case .name: return line.isEmpty ? nil : line
    case .born: return day(line).map(\.description)
    // A saved answer is only skipped by a word: Enter keeps it.
    case .due: return Self.isNone(line) ? "" : day(line).map(\.description)
    case .sex:
      let words = ["girl": Sex.female, "boy": .male]
      return Self.isNone(line) ? "" : (words[line.lowercased()] ?? Sex(rawValue: line.lowercased()))?.rawValue
    case .weight: return Self.isNone(line) ? "" : BodyWeight(line).map { _ in line }
    case .feeding: return line.isEmpty ? "" : FeedingStyle(rawValue: line.lowercased())?.rawValue
    case .zone, .server: return line
    case .locale: return ["", "change"].contains(line.lowercased()) ? line.lowercased() : nil
    case .units: return line.isEmpty ? "" : VolumeUnit(rawValue: line.lowercased())?.rawValue
    case .clock:
      let digits = String(line.prefix { $0.isNumber })
      return line.isEmpty ? "" : TimeFormat(rawValue: digits + "h")?.rawValue
    case .dates:
      let words = ["day": DateOrder.dayMonth, "month": .monthDay]
      return line.isEmpty ? "" : (words[line.lowercased()] ?? DateOrder(rawValue: line.lowercased()))?.rawValue
    case .week: return line.isEmpty ? "" : WeekStart(rawValue: line.lowercased())?.rawValue
    }
  }

  private static func isNone(_ line: String) -> Bool { ["", "none", "no"].contains(line.lowercased()) }

  /// The help after an invalid answer.
  var help: String {
    switch self {
    case .name: "Please type a name."
    case .born: "Please type the date as year, month and day: 2026-01-31."
    case .due: "Please type the date as year, month and day, 2026-02-28, or none."
    case .weight: "Please type a weight with its unit, such as 3200g or 7lb4oz, or none."
    case .sex: "Please type girl, boy or other, or press Enter to leave it open."
    case .feeding: "Please type breast, bottle or both, or press Enter to leave it open."
    case .zone, .server: ""
    case .locale: "Please press Enter to keep them, or type change."
    case .units: "Please type ml or oz."
    case .clock: "Please type 12h or 24h."
    case .dates: "Please type day or month."
    case .week: "Please type monday, saturday or sunday."
    }
  }
}
