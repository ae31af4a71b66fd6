import BabyClient
import BabyModel
import BabyProtocol

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
