import BabyModel
import SystemCalls

extension Instant {
  /// The system's wall clock. Only for the composition; everything else is handed the time.
  static var systemNow: Instant { Instant(milliseconds: SystemClock.wallMilliseconds) }
}
