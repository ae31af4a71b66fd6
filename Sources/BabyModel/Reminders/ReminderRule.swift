/// The reasons for reminders. This is the only list of them; each has one occasion at a time.
public enum ReminderRule: Hashable, Sendable {
  /// So long after the last feed.
  case feeding
  /// So long after the last diaper.
  case diaper
  /// A nap becomes likely soon.
  case nap
  /// A sleep has been running for very long: its end may have been forgotten.
  case sleep
  /// The same of tummy time.
  case tummyTime
  /// The same of a breast feed.
  case nursing
  /// A medicine may be given again, according to its doses.
  case medicine(MedicineCourse)
  case custom(CustomReminder)

  /// Those that every child has.
  public static let builtIn: [ReminderRule] = [.feeding, .diaper, .nap, .sleep, .tummyTime, .nursing]

  public var kind: ReminderKind {
    switch self {
    case .feeding: .feeding
    case .diaper: .diaper
    case .nap: .nap
    case .sleep: .sleep
    case .tummyTime: .tummyTime
    case .nursing: .nursing
    case .medicine: .medicine
    case .custom: .custom
    }
  }

  /// Tells a child's rules apart.
  public var key: String {
    switch self {
    case .medicine(let course): Self.medicinePrefix + course.key
    case .custom(let reminder): reminder.id.description
    default: kind.rawValue
    }
  }

  /// The prefix of all medicines' keys.
  public static let medicinePrefix = ReminderKind.medicine.rawValue + "."

  /// The family's name for it: a custom reminder's name, or a medicine's.
  public var name: String? {
    switch self {
    case .medicine(let course): course.name
    case .custom(let reminder): reminder.name
    default: nil
    }
  }

  /// Kind of the entries on which it depends; nil for a rule that depends on none.
  public var entryKind: EntryKind? {
    switch self {
    case .feeding, .nursing: .feeding
    case .diaper: .diaper
    case .nap, .sleep: .sleep
    case .tummyTime: .tummyTime
    case .medicine: .declared(.medicine)
    case .custom: nil
    }
  }

  /// How long after an entry it is due, as set; nil if it is off, and for what counts from no entry.
  public func interval(_ settings: Settings) -> Duration? {
    switch self {
    case .feeding: settings.feedingInterval
    case .diaper: settings.diaperInterval
    case .sleep: settings.sleepReminder
    case .tummyTime: settings.tummyReminder
    case .nursing: settings.feedReminder
    case .nap, .medicine, .custom: nil
    }
  }

  /// When it is due after an instant from which it counts; nil without one, and where it is off.
  public func due(after since: Instant?, _ settings: Settings) -> Instant? {
    guard let since, let interval = interval(settings) else { return nil }
    return since + interval
  }
}

extension Settings {
  /// Kinds of entries on which a reminder depends: logging any other changes none.
  public var remindingKinds: Set<EntryKind> {
    guard reminders == .on else { return [] }
    let rules = ReminderRule.builtIn.filter { $0.interval(self) != nil || $0 == .nap && napReminder != nil }
    var kinds = Set(rules.compactMap(\.entryKind))
    if kinds.contains(.feeding), solids == .on { kinds.insert(.declared(.food)) }
    if medicineReminder == .on { kinds.insert(.declared(.medicine)) }
    return kinds
  }
}

/// A time at which a rule reminds.
struct ReminderOccasion: Hashable {
  var id: String
  /// The time that its entry counts from.
  var since: Instant?
  var due: Instant
}

extension ReminderRule {
  /// How far ahead of now something can be that was written by a right clock: a daily reminder that was done early.
  private static let farthest: Duration = .hours(25)

  /// - Parameters:
  ///   - nap: the nap that was predicted when the child woke up.
  ///   - mark: the state of the rule's latest occasion that was sent.
  /// - Returns: the current occasion, due or not; and the one that follows it in any case.
  func occasions(
    _ facts: DashboardFacts, nap: Prediction?, _ settings: Settings, zone: ZoneRules, mark: ReminderMark?, now: Instant
  ) -> (current: ReminderOccasion?, next: ReminderOccasion?) {
    switch self {
    case .feeding:
      (FeedClock(facts, settings).flatMap { occasion(after: $0.feed, since: $0.since, settings) }, nil)
    case .diaper: (occasion(after: facts.lastDiaper, settings), nil)
    case .nap: (Self.occasion(before: nap, after: facts.lastSleep, settings), nil)
    case .sleep: (occasion(after: facts.runningSleep, settings), nil)
    case .tummyTime: (occasion(after: facts.runningTummyTime, settings), nil)
    case .nursing: (occasion(after: facts.runningFeeding, settings), nil)
    case .medicine(let course): (Self.occasion(after: course), nil)
    case .custom(let reminder): Self.occasions(of: reminder, zone: zone, mark: mark, now: now)
    }
  }

  /// If a further dose may be given at once, there is no time to announce.
  private static func occasion(after course: MedicineCourse) -> ReminderOccasion? {
    guard let next = course.next, next > course.last.start else { return nil }
    return ReminderOccasion(id: "\(medicinePrefix)\(course.last.id)", since: course.last.start, due: next)
  }

  private static func occasion(
    before nap: Prediction?, after sleep: Entry?, _ settings: Settings
  ) -> ReminderOccasion? {
    guard let nap, let sleep, let notice = settings.napReminder else { return nil }
    return ReminderOccasion(
      id: "nap.\(sleep.id)", since: nap.evidence.since, due: nap.interval50.lowerBound - notice)
  }

  /// - Parameter since: what it counts from; nil is the entry's start.
  private func occasion(after entry: Entry?, since: Instant? = nil, _ settings: Settings) -> ReminderOccasion? {
    guard let entry, let due = due(after: since ?? entry.start, settings) else { return nil }
    return ReminderOccasion(id: "\(key).\(entry.id)", since: since ?? entry.start, due: due)
  }

  /// Scheduled times that passed while the machine was off are not made up for: only the latest counts.
  private static func occasions(
    of reminder: CustomReminder, zone: ZoneRules, mark: ReminderMark?, now: Instant
  ) -> (current: ReminderOccasion?, next: ReminderOccasion?) {
    func occasion(_ due: Instant) -> ReminderOccasion {
      ReminderOccasion(id: "\(reminder.id).\(due.milliseconds / 1000)", since: nil, due: due)
    }
    // The clock may have been set back since these were written, or have been wrong by years.
    let begin = reminder.since <= now + farthest ? reminder.since : Instant(milliseconds: 0)
    let heard = mark.flatMap { $0.due <= now + farthest ? $0 : nil }
    let time = max(now, heard?.due ?? now)
    let latest = reminder.schedule.latest(upTo: time, since: reminder.since, zone: zone)
    // A change of the zone can bring back a time before the one that was sent.
    let isHeardOf = heard.map { latest < $0.due } ?? false
    return (
      current: latest > begin && !isHeardOf ? occasion(latest) : nil,
      next: occasion(reminder.schedule.first(after: max(time, begin), since: reminder.since, zone: zone))
    )
  }
}
