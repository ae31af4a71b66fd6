package import BabyModel
import CProcess
import Glibc
import SystemCalls

/// Wakes up at an instant, and when the clock is set or the machine was asleep: what is shown may be wrong then.
package struct WallTimer: ~Copyable {
  /// Readable when it is time.
  package let descriptor: Int32
  private var setFor: Instant?

  package init() { descriptor = process_timer_open() }

  deinit { close(descriptor) }

  /// - Parameter instant: nil is never.
  package mutating func set(_ instant: Instant?) {
    guard instant != setFor else { return }
    setFor = instant
    _ = process_timer_set(descriptor, instant?.milliseconds ?? 0)
  }

  /// Takes note that it is time, or that the clock was set.
  package mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    setFor = nil
  }
}

/// The system's wall clock.
package enum WallClock {
  package static var now: Instant { Instant(milliseconds: SystemClock.wallMilliseconds) }
}
