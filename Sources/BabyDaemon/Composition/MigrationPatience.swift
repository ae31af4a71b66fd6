import Synchronization
import Systemd

/// Asks the service manager for more time while the database is brought up to date, as long as that gets on.
final class MigrationPatience: Sendable {
  private static let extra: Duration = .seconds(30)
  private static let interval: Duration = .seconds(5)

  private let nextRequest = Mutex(SuspendingClock.now + interval)

  /// To be called after each step; reports progress every five seconds.
  func note() {
    let now = SuspendingClock.now
    let isDue = nextRequest.withLock { next in
      guard now >= next else { return false }
      next = now + Self.interval
      return true
    }
    if isDue { Notify.extendTimeout(by: Self.extra) }
  }
}
