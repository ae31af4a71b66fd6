import Glibc

/// The system's clocks. Code that decides by the time gets it as a parameter; only its callers read the clock here.
package enum SystemClock {
  /// Milliseconds since 1970, UTC.
  package static var wallMilliseconds: Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Since the machine was started, without suspended time. It cannot be set.
  package static var monotonic: Duration {
    let time = read(CLOCK_MONOTONIC)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
