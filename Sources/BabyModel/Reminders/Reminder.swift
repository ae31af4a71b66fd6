/// The subjects of reminders.
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

/// A message that is due for a family at its time, or was sent and is not done yet.
public struct Reminder: Hashable, Sendable {
  /// Identifies this occasion of its rule and no later one: acting on an old reminder that is still visible never
  /// affects the next.
  public var id: String
  public var rule: ReminderRule
  /// The start or end of the entry that it counts from; nil for a custom reminder, which counts from no entry.
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

  /// The text at the time of sending: it names the time that has passed by then, and not since.
  public var text: String { Words.reminder(rule, after: since.map { at - $0 }) }

  /// State after sending.
  public func sent(at now: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: now, snoozedUntil: snoozedUntil)
  }

  /// State after it was put off until a later time.
  public func snoozed(until end: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: toldAt, snoozedUntil: end)
  }

  /// State after a person has dismissed it: this occasion is not sent again.
  public func dismissed(at now: Instant) -> ReminderMark {
    ReminderMark(id: id, due: ruleDue, toldAt: toldAt, dismissedAt: now)
  }
}

/// The state of a rule's occasion. A rule keeps only that of its latest one: an occasion without a mark has not been
/// sent.
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

/// The part of each day when no reminders are sent, in the child's time zone.
public struct QuietHours: Hashable, Sendable {
  public var start: TimeOfDay
  /// The first time that is not quiet any more. Before `start` it is the next day's; the same as `start` means that no
  /// time is quiet.
  public var end: TimeOfDay

  public init(from start: TimeOfDay, to end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  /// Reads `22:00-06:00`. Nil for any other form.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeOfDay(parts[0]), let end = TimeOfDay(parts[1]) else { return nil }
    self.init(from: start, to: end)
  }

  /// Whether a time on the wall clock is quiet; the end is not.
  public func contains(_ time: TimeOfDay) -> Bool {
    start <= end ? (start..<end).contains(time) : time >= start || time < end
  }

  /// The first instant from this one on that is not quiet.
  ///
  /// Quiet is what the clock on the wall says: an hour that clocks show twice is quiet twice, and one that they skip is
  /// over when they have skipped it.
  public func release(_ instant: Instant, zone: ZoneRules) -> Instant {
    let local = zone.local(instant)
    guard contains(local.time) else { return instant }
    let ends = (0...1).flatMap { zone.instants(of: LocalDateTime(local.date.adding(days: $0), end)).all }
    return ends.filter { $0 > instant }.min() ?? instant
  }
}

extension QuietHours: CustomStringConvertible {
  /// `22:00-06:00`
  public var description: String { "\(start)-\(end)" }
}
