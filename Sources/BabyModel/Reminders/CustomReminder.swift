/// A reminder of a family's own: vitamin D each morning, a medicine every eight hours.
public struct CustomReminder: Hashable, Sendable, Identifiable {
  /// How many a child can have.
  public static let mostPerChild = 50

  public var id: Identifier<CustomReminder>
  public var childID: ChildID
  /// No two of a child's have the same.
  public var name: String
  public var schedule: ReminderSchedule
  /// Its occasions come after this: after it was set, or was done last.
  public var since: Instant

  public init(
    id: Identifier<CustomReminder>, childID: ChildID, name: String, schedule: ReminderSchedule, since: Instant
  ) {
    self.id = id
    self.childID = childID
    self.name = name
    self.schedule = schedule
    self.since = since
  }

  /// - Throws: `BabyError.reminderInvalid` naming the fields.
  public func validate() throws(BabyError) {
    var errors: [FieldError] = []
    if name.isEmpty { errors.append(FieldError("name", "must not be empty")) }
    if let problem = TextLimits.name.problem(with: name) { errors.append(FieldError("name", problem)) }
    if case .every(let interval) = schedule, !ReminderSchedule.intervals.contains(interval) {
      errors.append(FieldError("every", "must be 30m to 168h"))
    }
    guard errors.isEmpty else { throw .reminderInvalid(errors) }
  }

  /// The same, done at an instant: an interval restarts, a time of day is over for that day.
  ///
  /// - Parameter due: when the occasion that was done is due, which may be still to come.
  public func done(at now: Instant, due: Instant) -> CustomReminder {
    var done = self
    switch schedule {
    case .every: done.since = now
    case .daily: done.since = max(now, due)
    }
    return done
  }
}

/// When a custom reminder is due.
public enum ReminderSchedule: Hashable, Sendable {
  /// Again and again after this time, first counted from when it was set or done.
  case every(Duration)
  /// At this time of each day, in the child's zone. If clocks skip it, it is due after the gap; if they show it twice,
  /// the first time.
  case daily(TimeOfDay)

  /// The valid values of `every`.
  public static let intervals: ClosedRange<Duration> = .minutes(30) ... .hours(168)

  /// The latest time that is due at an instant.
  ///
  /// - Parameter since: what intervals are counted from.
  func latest(upTo instant: Instant, since: Instant, zone: ZoneRules) -> Instant {
    switch self {
    case .every(let interval):
      let count = (instant - since).inMilliseconds.flooredQuotient(by: interval.inMilliseconds)
      return Instant(milliseconds: since.milliseconds + count * interval.inMilliseconds)
    case .daily(let time):
      let date = zone.local(instant).date
      return [0, -1].lazy.map { Self.due(time, on: date.adding(days: $0), zone: zone) }.first { $0 <= instant }
        ?? instant
    }
  }

  /// The first time after an instant.
  func first(after instant: Instant, since: Instant, zone: ZoneRules) -> Instant {
    switch self {
    case .every(let interval): return latest(upTo: instant, since: since, zone: zone) + interval
    case .daily(let time):
      let date = zone.local(instant).date
      return [0, 1].lazy.map { Self.due(time, on: date.adding(days: $0), zone: zone) }.first { $0 > instant }
        ?? instant
    }
  }

  private static func due(_ time: TimeOfDay, on date: LocalDate, zone: ZoneRules) -> Instant {
    zone.instants(of: LocalDateTime(date, time)).earliest
  }
}

// Reminders as the machines of a family share them: each as one short text.

extension CustomReminder {
  /// `09:00 2026-11-21T12:00:00.000Z Vitamin D`: a time of day or a number of milliseconds, the start, and the name.
  public var sharedText: String {
    let schedule =
      switch schedule {
      case .every(let interval): "\(interval.inMilliseconds)"
      case .daily(let time): "\(time)"
      }
    return "\(schedule) \(since.utcText) \(name)"
  }

  /// Nil if the text is not a reminder, or not one that could be created here.
  public init?(sharedText text: String, id: Identifier<CustomReminder>, childID: ChildID) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let since = Instant(rfc3339: parts[1]), Instant.plausible.contains(since) else {
      return nil
    }
    let schedule: ReminderSchedule
    if let time = TimeOfDay(parts[0]) {
      schedule = .daily(time)
    } else if let length = Int64(parts[0]), (0...Self.longest).contains(length) {
      schedule = .every(.milliseconds(length))
    } else {
      return nil
    }
    self.init(id: id, childID: childID, name: String(parts[2]), schedule: schedule, since: since)
    do { try validate() } catch { return nil }
  }

  private static let longest = ReminderSchedule.intervals.upperBound.inMilliseconds
}

extension ReminderMark {
  /// The state that is shared: snoozed or dismissed. Whether it was sent is local to each machine.
  ///
  /// `feeding.<id of the feed> 2026-11-21T12:00:00.000Z snoozed 2026-11-21T12:15:00.000Z`; nil for nothing.
  public var sharedText: String? {
    if let dismissedAt { return "\(id) \(due.utcText) dismissed \(dismissedAt.utcText)" }
    return snoozedUntil.map { "\(id) \(due.utcText) snoozed \($0.utcText)" }
  }

  /// Nil for what says nothing that is known here.
  public init?(sharedText text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, !parts[0].isEmpty, let due = Instant(rfc3339: parts[1]),
      let at = Instant(rfc3339: parts[3]), Instant.plausible.contains(due), Instant.plausible.contains(at)
    else { return nil }
    self.init(id: String(parts[0]), due: due)
    switch parts[2] {
    case "snoozed": snoozedUntil = at
    case "dismissed": dismissedAt = at
    default: return nil
    }
  }

  /// The new mark of a rule after others have snoozed or dismissed an occasion, or have undone that.
  ///
  /// - Parameters:
  ///   - ours: the mark here; nil for none.
  ///   - theirs: nil if that was taken back.
  public static func merging(_ ours: ReminderMark?, with theirs: ReminderMark?) -> ReminderMark? {
    guard let ours else { return theirs }
    // A later occasion is known here: the state of an earlier one no longer matters.
    if let theirs, theirs.id != ours.id { return theirs.due < ours.due ? ours : theirs }
    var mark = ours
    (mark.snoozedUntil, mark.dismissedAt) = (theirs?.snoozedUntil, theirs?.dismissedAt)
    return mark
  }
}
