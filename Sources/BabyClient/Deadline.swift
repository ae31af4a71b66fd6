import SystemCalls

/// A point on the monotonic clock by which something has to be done, so that a call takes as long as it may in all, however many
/// reads and writes it needs.
package struct Deadline {
  private let due: Duration

  package init(in timeout: Duration) { due = SystemClock.monotonic + timeout }

  /// Whole milliseconds that are left, rounded up and never below zero: what `poll` wants.
  package var millisecondsLeft: Int32 { Self.milliseconds(from: SystemClock.monotonic, to: due) }

  /// Whole milliseconds from one time to a later one, rounded up and never below zero.
  static func milliseconds(from now: Duration, to due: Duration) -> Int32 {
    let left = max(.zero, due - now).components
    return Int32(clamping: left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
