import Glibc

/// A point on the monotonic clock by which something has to be done, so that a call takes as long as it may in all, however many
/// reads and writes it needs.
struct Deadline {
  private let nanoseconds: Int64

  init(in timeout: Duration) {
    let (seconds, attoseconds) = timeout.components
    nanoseconds = Self.now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Whole milliseconds that are left, rounded up and never below zero: what `poll` wants.
  var millisecondsLeft: Int32 {
    let left = max(0, nanoseconds - Self.now)
    return Int32(clamping: (left + 999_999) / 1_000_000)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
