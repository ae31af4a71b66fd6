import BabyModel
import BabyStore

/// What a browser is to be told of a child now, and when the next thing is.
struct PushPlan: Hashable {
  /// To be told now, the one that has been due longest first.
  private(set) var due: [Reminder] = []
  /// Due since before the browser was to be told anything: taken as told.
  private(set) var passed: [Reminder] = []
  /// When there is something to be told next; nil for never, as it stands.
  private(set) var next: Instant?

  /// - Parameter plan: by what the browser was told so far.
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
  /// Whether a reminder of this kind is among them: what may have been forgotten is a wish of its own.
  func covers(_ kind: ReminderKind) -> Bool {
    switch kind {
    case .sleep, .tummyTime, .nursing: timers
    case .feeding, .diaper, .nap, .medicine, .custom: reminders
    }
  }
}

extension ReminderMark {
  /// What became of the latest occasions of a child's rules, as a browser knows them.
  ///
  /// - Parameters:
  ///   - told: what it was told.
  ///   - shared: what people did with them.
  static func merging(_ told: [String: ReminderMark], with shared: [String: ReminderMark]) -> [String: ReminderMark] {
    Set(told.keys).union(shared.keys).reduce(into: [:]) { $0[$1] = merging(told[$1], with: shared[$1]) }
  }
}
