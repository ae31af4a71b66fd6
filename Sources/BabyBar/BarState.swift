import BabyClient
import BabyModel
import BabyProtocol

/// The state of a bar at an instant.
struct BarState {
  enum Activity: String {
    case feeding
    case sleeping
    case tummyTime = "tummy"
    /// Any other that has a name: a bath, a walk.
    case activity
    case awake
    /// There is no child.
    case noChild = "empty"
    /// The daemon cannot be reached, and nothing is known from before.
    case unknown = "offline"
  }

  let activity: Activity
  /// The known data; outdated if `isOffline`.
  let dashboard: DashboardGet.Answer?
  /// The time of the displayed state; see `BarClock`.
  let now: Instant
  let isOffline: Bool
  /// Since when it is offline; nil if it is not, or was never online.
  let offlineSince: Instant?
  /// Why it is offline, for a person.
  let reason: String?
  /// Whether there are other children, so that the child's name has to be shown.
  let hasSiblings: Bool
  /// How the family server is reached; nil while that is not known.
  let connection: ConnectionRecord?
  let trouble: Trouble?
  /// The most pressing first.
  let due: [Due]

  init(_ view: FamilyView, at instant: Instant) {
    let known = view.dashboard
    dashboard = known
    connection = view.connection
    hasSiblings = view.children.count > 1
    trouble = view.trouble(at: instant)
    switch view.reachability {
    case .awaited: (isOffline, offlineSince, reason) = (true, nil, nil)
    case .live: (isOffline, offlineSince, reason) = (false, nil, nil)
    case .lost(let error, let since): (isOffline, offlineSince, reason) = (true, since, error.message)
    }
    activity =
      if known?.runningFeeding != nil {
        .feeding
      } else if known?.runningSleep != nil {
        .sleeping
      } else if known?.runningTummyTime != nil {
        .tummyTime
      } else if known?.runningActivities?.isEmpty == false {
        .activity
      } else if known != nil {
        .awake
      } else {
        isOffline ? .unknown : .noChild
      }
    now = known.flatMap(BarClock.anchor).map { instant.snapped(to: $0) } ?? instant
    due = known.map(Due.all) ?? []
  }

  /// The timer that is shown first: the feed's, because a person watches it, while a sleep needs no attention.
  var running: EntryRecord? {
    dashboard?.runningFeeding ?? dashboard?.runningSleep ?? dashboard?.runningTummyTime
      ?? dashboard?.runningActivities?.first
  }

  var urgency: Due.Urgency { due.first?.urgency(at: now) ?? .ok }

  /// How much of the time until the next feed is over; of the next diaper, where only that has an interval; 0...100.
  var percentage: Int {
    let shown = due.first { $0.kind == .feeding } ?? due.first
    return shown?.percentage(at: now) ?? 0
  }

  /// How long the timer has run, or how long ago the last one was: feeds count as is set, rest from its end.
  func elapsed(_ kind: EntryKind) -> Duration? {
    guard let instant = elapsedSince(kind) else { return nil }
    return max(now - instant, .zero)
  }

  private func elapsedSince(_ kind: EntryKind) -> Instant? {
    switch kind {
    case .feeding: dashboard?.fedSince
    case .diaper: dashboard?.lastDiaper?.entry.start
    case .sleep: (dashboard?.runningSleep?.entry.start) ?? dashboard?.lastSleep?.entry.end
    case .tummyTime: (dashboard?.runningTummyTime?.entry.start) ?? dashboard?.lastTummyTime?.entry.end
    case .note: dashboard?.lastNote?.entry.start
    case .declared: nil
    }
  }

  /// Classes for a bar's style sheet, the activity first.
  var classes: [String] {
    var classes = [activity.rawValue]
    if let due = due.first { classes.append(due.urgency(at: now).rawValue) }
    if isOffline {
      if activity != .unknown { classes += ["stale", "offline"] }
    } else {
      classes.append(connection?.isStale == true ? "stale" : "fresh")
    }
    if let trouble { classes.append(trouble.isError ? "error" : "warning") }
    if let slug { classes.append("child-" + slug) }
    return classes
  }

  /// The child's name as a style sheet can hold it: "tom-ümit"
  private var slug: String? {
    guard let name = dashboard?.child.name else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? nil : ShownText.line(words.joined(separator: "-"))
  }

  /// The command for a click. It contains the state that was shown, so that it cannot do the opposite.
  var clickCommand: String {
    guard let dashboard else { return "bbbar click left" }
    let shown =
      if let feed = dashboard.runningFeeding { ClickState.feed + "\(feed.entry.id)" } else {
        dashboard.runningSleep?.entry.id.description ?? ClickState.awake
      }
    return "bbbar click left --state \(shown) --child \(dashboard.child.id)"
  }
}

/// The clock that a bar's text goes by: it moves once a minute, when the first of its times turns.
///
/// A bar shows several times that pass, each begun at another second. Were each redrawn when it turns, a bar would wake
/// up several times a minute; so all of them are counted up to the last turn of the first. Every bar that shows the same
/// child counts alike, whenever it was started.
enum BarClock {
  /// The instant from which the minutes are counted; nil when nothing that is shown passes.
  static func anchor(_ dashboard: DashboardGet.Answer) -> Instant? {
    if let feed = dashboard.runningFeeding { return feed.entry.countedSince }
    let running = dashboard.runningSleep ?? dashboard.runningTummyTime ?? dashboard.runningActivities?.first
    let last = dashboard.fedSince ?? dashboard.lastDiaper?.entry.start
    return running?.entry.start ?? last ?? (dashboard.lastSleep ?? dashboard.lastTummyTime)?.entry.end
      ?? dashboard.medicines?.first?.last
  }

  /// When something that is shown changes by itself; nil when nothing does.
  static func nextTurn(_ view: FamilyView, after now: Instant) -> Instant? {
    let minute = view.dashboard.flatMap(anchor).map { anchor in
      now < anchor ? anchor : now.snapped(to: anchor) + .minutes(1)
    }
    return [minute, view.trouble(at: now)?.until].compactMap(\.self).min()
  }
}

/// The feed or the diaper that is due next.
struct Due: Hashable {
  var kind: EntryKind
  /// When the last one was.
  var last: Instant
  var at: Instant
  /// The local time then.
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

  /// What is due, the most urgent first.
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
