/// A family for trying things out.
enum Scenario: String, CaseIterable, Sendable {
  case newborn
  case threeMonths = "3months"
  case sixMonths = "6months"
  /// Many entries on each of many days.
  case heavy
  /// A feed a day and not much else.
  case light
  /// Nights in which clocks change, both ways.
  case dst
  case twins
  case twoCaregivers = "two-caregivers"

  var summary: String {
    switch self {
    case .newborn: "15 days old: fed every three hours, day and night"
    case .threeMonths: "96 days old: breast and bottle, four naps, vaccine and weights"
    case .sixMonths: "185 days old: three naps, first solid food"
    case .heavy: "120 days old, and everything was logged for 60 of them"
    case .light: "60 days old: hardly anything was logged"
    case .dst: "two weeks around each change of clocks in the last year"
    case .twins: "two children of 65 days, twenty minutes apart"
    case .twoCaregivers: "96 days old, logged by two people who meet at times"
    }
  }
}
