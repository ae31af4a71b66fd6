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
    for reminder in plan.waiting where subscription.preferences.covers(reminder.rule.kind) {
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

extension PushPreferences {
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
  ///   - pushed: those that it got.
  ///   - shared: what people did with them.
  static func merging(_ pushed: [String: ReminderMark], with shared: [String: ReminderMark]) -> [String: ReminderMark] {
    Set(pushed.keys).union(shared.keys).reduce(into: [:]) { $0[$1] = merging(pushed[$1], with: shared[$1]) }
  }
}

/// An entry that was just logged.
struct FreshEntry: Hashable, Sendable {
  let entry: EntryID
  let child: ChildID
  let user: UserID

  /// How long ago something may have been that is news when it is logged.
  private static let freshness: Duration = .hours(1)

  /// Nil if it is not news: an edit of an older entry, or a late addition.
  init?(_ entry: SharedEntry, by user: UserID, now: Instant) {
    let last = entry.isRunning ? now : entry.end ?? entry.start
    guard entry.createdAt == entry.updatedAt, entry.deletedAt == nil, now - last <= Self.freshness else { return nil }
    (self.entry, child, self.user) = (entry.id, entry.childID, user)
  }
}

/// Other people's entries of a child that a browser has not been notified of.
struct PushNews: Hashable {
  /// The minimum interval between two pushes: entries in between are combined.
  private static let distance: Duration = .seconds(30)

  private(set) var count = 0
  /// Of the last one; nil if its kind is not known here.
  private(set) var kind: EntryKind?
  private(set) var isRunning = false
  private(set) var start: Instant?
  private(set) var toldAt: Instant?

  mutating func add(_ entry: SharedEntry) {
    count += 1
    (isRunning, start) = (entry.isRunning, entry.start)
    if case .known(let entry) = entry { kind = entry.kind } else { kind = nil }
  }

  /// When to send it; nil if there is nothing.
  func due(at now: Instant, quiet: QuietHours?, zone: ZoneRules) -> Instant? {
    guard count > 0 else { return nil }
    let earliest = max(now, toldAt.map { $0 + Self.distance } ?? now)
    return quiet?.release(earliest, zone: zone) ?? earliest
  }

  mutating func tell(at now: Instant) { (count, toldAt) = (0, now) }

  /// Whether there is nothing to be remembered any more.
  func isOver(at now: Instant) -> Bool { count == 0 && toldAt.map { now - $0 >= Self.distance } ?? true }
}
