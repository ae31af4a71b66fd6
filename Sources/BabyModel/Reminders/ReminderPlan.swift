/// A child's reminders: those that were sent and are not done, and those to come, at most one of each for every rule.
///
/// It is recomputed from stored data after each change. Nothing is scheduled that could be left behind.
public struct ReminderPlan: Hashable, Sendable {
  /// Told and not done, the latest first.
  public private(set) var open: [Reminder] = []
  /// Those to send, the next first.
  public private(set) var waiting: [Reminder] = []
  /// When the first of the open or upcoming ones is no longer useful.
  private var firstLapse: Instant?

  /// How long a reminder that counts from an entry stays useful. If nothing was logged for this long, the log is not in
  /// use, and the time since the last entry means nothing.
  static let lifetime: Duration = .hours(24)

  /// - Parameters:
  ///   - facts: the last entries, what is running and the doses; the day's entries are not needed.
  ///   - nap: the nap that was predicted when the child woke up.
  ///   - marks: the state of each rule's latest occasion, by the rule's key.
  public init(
    facts: DashboardFacts, nap: Prediction? = nil, custom: [CustomReminder], marks: [String: ReminderMark],
    settings: Settings,
    zone: ZoneRules, now: Instant
  ) {
    guard settings.reminders == .on else { return }
    var rules = ReminderRule.builtIn
    if settings.medicineReminder == .on {
      // A snoozed one may come when its medicine is no longer awaited.
      let courses = MedicineCourse.all(in: facts.doses, at: now).filter { $0.next != nil }
      rules += courses.prefix(MedicineCourse.mostAwaited).map(ReminderRule.medicine)
    }
    rules += custom.map(ReminderRule.custom)
    for rule in rules {
      let mark = marks[rule.key]
      let (current, next) = rule.occasions(facts, nap: nap, settings, zone: zone, mark: mark, now: now)
      var upcoming = next
      if let current {
        let reminder = Reminder(current, of: rule, mark: mark, quiet: settings.quietHours, zone: zone, now: now)
        let phase = reminder.phase(mark, now: now)
        switch phase {
        case .over: break
        case .open: open.append(reminder)
        case .waiting:
          waiting.append(reminder)
          upcoming = nil
        }
        if phase != .over, let lapse = reminder.lapse { firstLapse = min(firstLapse ?? lapse, lapse) }
      }
      if let upcoming {
        waiting.append(Reminder(upcoming, of: rule, mark: mark, quiet: settings.quietHours, zone: zone, now: now))
      }
    }
    open.sort { ($1.at, $1.due, $1.id) < ($0.at, $0.due, $0.id) }
    waiting.sort { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// The same for clients that poll instead of subscribing: a reminder counts as sent from when it was due, or from
  /// when the quiet hours around that time ended.
  ///
  /// - Parameters: as of `init`.
  public static func looked(
    at facts: DashboardFacts, nap: Prediction? = nil, custom: [CustomReminder], marks: [String: ReminderMark],
    settings: Settings, zone: ZoneRules, now: Instant
  ) -> ReminderPlan {
    func plan(_ marks: [String: ReminderMark]) -> ReminderPlan {
      ReminderPlan(facts: facts, nap: nap, custom: custom, marks: marks, settings: settings, zone: zone, now: now)
    }
    var sent = marks
    for reminder in plan(marks).waiting {
      let at = settings.quietHours?.release(reminder.due, zone: zone) ?? reminder.due
      if at <= now { sent[reminder.rule.key] = reminder.sent(at: at) }
    }
    return plan(sent)
  }

  /// The reminders to send now.
  public func due(at now: Instant) -> [Reminder] { waiting.filter { $0.at <= now } }

  /// When the plan becomes another one without anything being logged; nil when it stays.
  public var nextChange: Instant? { [waiting.first?.at, firstLapse].compactMap(\.self).min() }
}

extension Reminder {
  fileprivate enum Phase { case over, open, waiting }

  fileprivate init(
    _ occasion: ReminderOccasion, of rule: ReminderRule, mark: ReminderMark?, quiet: QuietHours?, zone: ZoneRules,
    now: Instant
  ) {
    let own = mark?.id == occasion.id ? mark : nil
    id = occasion.id
    self.rule = rule
    since = occasion.since
    ruleDue = occasion.due
    // Snoozing a schedule holds it, also when its next time comes meanwhile.
    let snooze = rule.kind == .custom ? mark?.snoozedUntil : own?.snoozedUntil
    snoozedUntil = snooze.flatMap { $0 > occasion.due ? $0 : nil }
    let due = snoozedUntil ?? occasion.due
    self.due = due
    let isEarlier = own == nil && occasion.since != nil && (mark.map { occasion.due <= $0.due } ?? false)
    toldAt = isEarlier ? mark?.heardAt(by: now) : own?.toldAt.flatMap { $0 >= due ? $0 : nil }
    // A reminder that is overdue in quiet hours, such as after a suspend, waits for their end, too.
    let release = quiet?.release(max(due, now), zone: zone) ?? due
    at = toldAt ?? (release > now ? release : due)
  }

  fileprivate func phase(_ mark: ReminderMark?, now: Instant) -> Phase {
    if mark?.id == id, mark?.dismissedAt != nil { return .over }
    if let lapse, lapse <= now { return .over }
    return toldAt == nil ? .waiting : .open
  }

  /// When it is of no use any more.
  fileprivate var lapse: Instant? { since == nil ? nil : due + ReminderPlan.lifetime }
}

extension ReminderMark {
  /// When the family heard of the occasion; nil if it has not, or if the clock that wrote it was ahead.
  ///
  /// This also settles earlier occasions of the rule. They come back when the entry that this one counts from is deleted,
  /// and an undo then brings this one back: neither is to be sent again.
  fileprivate func heardAt(by now: Instant) -> Instant? {
    (toldAt ?? dismissedAt).flatMap { $0 <= now ? $0 : nil }
  }
}
