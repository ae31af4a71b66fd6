extension Words {
  /// The categories of a day's counts.
  public enum Tally: CaseIterable, Sendable {
    case feeds, breastFeeds, bottles, pumpings, diapers, wet, dirty, sleeps, tummyTimes, notes, others, entries
  }

  /// "6 feeds", "1 feed", "4 wet"
  public static func count(_ number: Int, _ tally: Tally) -> String {
    let (one, many) =
      switch tally {
      case .feeds: ("feed", "feeds")
      case .breastFeeds: ("breast feed", "breast feeds")
      case .bottles: ("bottle", "bottles")
      case .pumpings: ("pumping", "pumpings")
      case .diapers: ("diaper", "diapers")
      case .wet: ("wet", "wet")
      case .dirty: ("dirty", "dirty")
      case .sleeps: ("sleep", "sleeps")
      case .tummyTimes: ("tummy time", "tummy times")
      case .notes: ("note", "notes")
      case .others: ("other entry", "other entries")
      case .entries: ("entry", "entries")
      }
    return "\(number) \(number == 1 ? one : many)"
  }

  /// The period of a sum: "30 days"
  public static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }
}
