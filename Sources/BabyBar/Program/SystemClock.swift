import BabyModel
import CProcess
import Glibc

/// The system's clock, and a timer on it.
enum SystemClock {
  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// Wakes up at an instant, and when the clock is set or the machine was asleep: what is shown may be wrong then.
struct WallTimer: ~Copyable {
  /// Readable when it is time.
  let descriptor: Int32
  private var setFor: Instant?

  init() { descriptor = process_timer_open() }

  deinit { close(descriptor) }

  /// - Parameter instant: nil is never.
  mutating func set(_ instant: Instant?) {
    guard instant != setFor else { return }
    setFor = instant
    _ = process_timer_set(descriptor, instant?.milliseconds ?? 0)
  }

  /// Takes note that it is time, or that the clock was set.
  mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    setFor = nil
  }
}
