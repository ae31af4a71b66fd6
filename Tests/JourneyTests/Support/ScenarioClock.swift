import BabyModel
import Synchronization

@testable import BabyDaemon

/// The system's clock, moved to where a scenario begins, so that no scenario depends on when it is run.
final class ScenarioClock: Sendable {
  /// 2026-11-21T20:00:00Z, a Saturday: noon in Los Angeles, nine in the evening in Berlin.
  private static let begin = Instant(milliseconds: 1_795_291_200_000)

  private let moved: Mutex<Duration>

  init() { moved = Mutex(Self.begin - DaemonDependencies.systemNow()) }

  var now: Instant { DaemonDependencies.systemNow() + lead }

  /// How far it is ahead of the system's.
  var lead: Duration { moved.withLock { $0 } }

  /// Lets time pass at once. It does not notify daemons.
  func advance(by duration: Duration) { moved.withLock { $0 += duration } }
}
