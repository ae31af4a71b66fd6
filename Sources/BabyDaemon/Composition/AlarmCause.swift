import BabyModel
import BabySocket

/// The reasons to wake the daemon.
enum AlarmCause: Hashable { case dayEnd, reminder, courier }

extension Alarm<AlarmCause> {
  /// - Parameter due: when to ring, instead of when it was to ring for this cause before; nil for never.
  func set(at due: Instant?, for cause: AlarmCause) { set(milliseconds: due?.milliseconds, for: cause) }
}
