/// A family for trying things out.
public enum Scenario: String, CaseIterable, Sendable {
  case newborn
  case threeMonths = "3months"
  case sixMonths = "6months"
  /// Many entries on each day.
  case heavy
  /// A feed a day and not much else.
  case light
  /// Nights in which clocks change, both ways.
  case dst
  case twins
  case twoCaregivers = "two-caregivers"

  public var summary: String {
    switch self {
    case .newborn: "15 days old: a feed every 3 hours, a diaper every 4"
    case .threeMonths: "90 days old: 5 bottles and 2 naps a day"
    case .sixMonths: "180 days old: 4 bottles, tummy time and 2 naps a day"
    case .heavy: "7 days with 7 feeds, 6 diapers and 2 sleeps each"
    case .light: "3 days with a feed each"
    case .dst: "two weeks around each change of clocks in the last year"
    case .twins: "two children of 60 days"
    case .twoCaregivers: "90 days old, logged by two people who meet at times"
    }
  }
}
