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
  /// At this time of each day, in the child's zone. Where clocks skip it, it is due when they have; where they show it
  /// twice, the first time.
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
