import BabyClient
import BabyModel
import BabyProtocol

/// What a bar shows at an instant.
struct BarState {
  enum Activity: String {
    case feeding
    case sleeping
    case tummyTime = "tummy"
    /// Any other that has a name: a bath, a walk.
    case activity
    case awake
    /// Nobody to log for.
    case noChild = "empty"
    /// The daemon cannot be reached, and nothing is known from before.
    case unknown = "offline"
  }

  let activity: Activity
  /// What is known; old when `isOffline`.
  let dashboard: DashboardGet.Answer?
  /// The clock of what is shown; see `BarClock`.
  let now: Instant
  let isOffline: Bool
  /// Since when it is offline; nil when it is not, or has never been anything else.
  let offlineSince: Instant?
  /// Why it is offline, for a person.
  let reason: String?
  /// Whether there are other children, so that it has to be said whose day this is.
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
    switch view.contact {
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

  /// The timer that is shown first: the feed's, for whoever feeds looks at it, while a sleep goes on by itself.
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

  /// What a bar's style sheet can tell apart, the activity first.
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

  /// What a bar runs when it is clicked. It says what was shown, so that it cannot do the opposite of what was meant.
  var clickCommand: String {
    guard let dashboard else { return "bbbar click left" }
    let shown =
      if let feed = dashboard.runningFeeding { ClickState.feed + "\(feed.entry.id)" } else {
        dashboard.runningSleep?.entry.id.description ?? ClickState.awake
      }
    return "bbbar click left --state \(shown) --child \(dashboard.child.id)"
  }
}
