import BabyClient
import BabyModel
import BabyProtocol

/// The feed or the diaper that is due next.
struct Due: Hashable {
  var kind: EntryKind
  /// When the last one was.
  var last: Instant
  var at: Instant
  /// What the child's clocks show then.
  var local: String

  /// How pressing it is: the success, warning and danger of the palettes.
  enum Urgency: String, CaseIterable {
    case ok, soon, overdue
  }

  /// So long before, it is soon.
  static let notice = Duration.minutes(30)

  func urgency(at now: Instant) -> Urgency {
    if now >= at { .overdue } else if at - now <= Self.notice { .soon } else { .ok }
  }

  /// How much of the time between the last one and this is over, 0...100.
  func percentage(at now: Instant) -> Int {
    let (whole, passed) = ((at - last).inMilliseconds, (now - last).inMilliseconds)
    return whole <= 0 ? 100 : Int(min(max(passed * 100 / whole, 0), 100))
  }

  /// What is due, the most pressing first.
  static func all(of dashboard: DashboardGet.Answer) -> [Due] {
    let feeding = Due(
      .feeding, dashboard.fedSince, dashboard.nextFeedingDue, dashboard.nextFeedingDueLocal)
    let diaper = Due(
      .diaper, dashboard.lastDiaper?.entry.start, dashboard.nextDiaperDue, dashboard.nextDiaperDueLocal)
    return [feeding, diaper].compactMap(\.self).sorted { $0.at < $1.at }
  }
}

extension Due {
  private init?(_ kind: EntryKind, _ last: Instant?, _ due: Instant?, _ local: String?) {
    guard let last, let due, let local else { return nil }
    self.init(kind: kind, last: last, at: due, local: local)
  }
}
