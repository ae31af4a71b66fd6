/// What a reminder is about.
public enum ReminderKind: String, CaseIterable, Sendable {
  case feeding, diaper, nap, sleep
  case tummyTime = "tummy"
  /// A feed that is still running; `feeding` is about the next one.
  case nursing
  /// A medicine may be given again.
  case medicine
  /// Whatever a family has given a name and a schedule.
  case custom
}

/// Something that is to be said to a family at its time, or was said and is not done yet.
public struct Reminder: Hashable, Sendable {
  /// Names this occasion of its rule and no later one: what somebody does with a reminder that they still see, and
  /// that is over, never touches the next.
  public var id: String
  public var rule: ReminderRule
  /// What its entry counts from, the start or the end; nil for a custom one, which counts from no entry.
  public var since: Instant?
  /// When it is due by its rule, not counting snoozes.
  public var ruleDue: Instant
  /// When it is due, snoozes counted.
  public var due: Instant
  /// When it is sent: when it is due, or when the quiet hours around that time end.
  public var at: Instant
  public var snoozedUntil: Instant?
  /// When it was sent; nil until then.
  public var toldAt: Instant?

  public init(
    id: String, rule: ReminderRule, since: Instant?, ruleDue: Instant, due: Instant, at: Instant,
    snoozedUntil: Instant? = nil, toldAt: Instant? = nil
  ) {
    self.id = id
    self.rule = rule
    self.since = since
    self.ruleDue = ruleDue
    self.due = due
    self.at = at
    self.snoozedUntil = snoozedUntil
    self.toldAt = toldAt
  }

  public var isOpen: Bool { toldAt != nil }

  /// What it was or is going to be told as: what has passed by then counts, and not what has passed since.
  public var text: String { Words.reminder(rule, after: since.map { at - $0 }) }

  /// What becomes of it when it is told.
  public func told(at now: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: now, snoozedUntil: snoozedUntil)
  }

  public func snoozed(until end: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: toldAt, snoozedUntil: end)
  }

  public func dismissed(at now: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: toldAt, dismissedAt: now)
  }
}

/// What has become of a rule's occasion. A rule keeps that of its latest one alone: an occasion without a mark is one that nobody
/// has heard of yet.
public struct ReminderMark: Hashable, Sendable {
  /// Id of the reminder.
  public var id: String
  /// When it was due by its rule, not counting snoozes.
  public var due: Instant
  public var toldAt: Instant?
  public var snoozedUntil: Instant?
  public var dismissedAt: Instant?

  public init(
    id: String, due: Instant, toldAt: Instant? = nil, snoozedUntil: Instant? = nil, dismissedAt: Instant? = nil
  ) {
    self.id = id
    self.due = due
    self.toldAt = toldAt
    self.snoozedUntil = snoozedUntil
    self.dismissedAt = dismissedAt
  }
}
