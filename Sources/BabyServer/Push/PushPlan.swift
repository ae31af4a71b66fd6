import BabyModel
import BabyStore

/// What to send to a browser about a child now, and when the next push is.
struct PushPlan: Hashable {
  /// To send now, the one that has been due longest first.
  private(set) var due: [Reminder] = []
  /// Due since before the subscription: treated as sent.
  private(set) var passed: [Reminder] = []
  /// The time of the next push; nil for never.
  private(set) var next: Instant?

  /// - Parameter plan: built from the reminders that the browser already got.
  init(_ plan: ReminderPlan, for subscription: PushSubscription, now: Instant) {
    for reminder in plan.waiting where subscription.wishes.covers(reminder.rule.kind) {
      if reminder.at > now {
        next = min(next ?? reminder.at, reminder.at)
      } else if reminder.at < subscription.since {
        passed.append(reminder)
      } else {
        due.append(reminder)
      }
    }
  }
}

extension PushWishes {
  /// Whether it includes reminders of this kind: forgotten timers have a separate switch.
  func covers(_ kind: ReminderKind) -> Bool {
    switch kind {
    case .sleep, .tummyTime, .nursing: timers
    case .feeding, .diaper, .nap, .medicine, .custom: reminders
    }
  }
}

extension ReminderMark {
  /// The state of the latest occasions of a child's rules for a browser.
  ///
  /// - Parameters:
  ///   - told: those that it got.
  ///   - shared: what people did with them.
  static func merging(_ told: [String: ReminderMark], with shared: [String: ReminderMark]) -> [String: ReminderMark] {
    Set(told.keys).union(shared.keys).reduce(into: [:]) { $0[$1] = merging(told[$1], with: shared[$1]) }
  }
}
