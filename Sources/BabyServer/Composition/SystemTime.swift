import BabyModel
import Glibc

extension Instant {
  /// The system's wall clock. Only for the composition; everything else is handed the time.
  static var systemNow: Instant {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }
}
