extension TimeExpression {
  /// How far ahead of now a time may lie: two people's clocks differ, and a bare time a little ahead is meant for today.
  public static let tolerance: Duration = .minutes(5)

  /// Resolves a point in time in a child's zone.
  ///
  /// - Throws: `BabyError.timeNotUnderstood`; `.timeInFuture` for more than 5 minutes ahead; `.timeAmbiguous` where
  ///   clocks were set back over it; `.timeNonexistent` where they were set forward over it.
  public static func resolvePoint(_ text: String, now: Instant, zone: ZoneRules) throws(BabyError) -> Instant {
    try TimeResolver(now: now, zone: zone).instant(TimeText(text))
  }

  /// Resolves an end of a stretch that is looked at, where days and the future are as good as any time.
  ///
  /// - Parameter isEnd: a day (`yesterday`, `2026-11-14`) stands for its end rather than its beginning.
  /// - Throws: as `resolvePoint`, without `.timeInFuture`.
  public static func resolveBoundary(
    _ text: String, isEnd: Bool, now: Instant, dayStart: TimeOfDay, zone: ZoneRules
  ) throws(BabyError) -> Instant {
    if let date = LocalDate(dayText: text, now: now, dayStart: dayStart, zone: zone) {
      let day = DayWindow(date, dayStart: dayStart, zone: zone)
      return isEnd ? day.end : day.start
    }
    do { return try resolvePoint(text, now: now, zone: zone) } catch .timeInFuture(_, let instant) { return instant }
  }
}

extension LocalDate {
  /// A child's day in words: `today`, `yesterday` or `2026-11-14`.
  ///
  /// Before the day start time, today is still the date before.
  /// - Throws: `BabyError.timeNotUnderstood`.
  public init(dayWords text: String, now: Instant, dayStart: TimeOfDay, zone: ZoneRules) throws(BabyError) {
    guard let date = LocalDate(dayText: text, now: now, dayStart: dayStart, zone: zone) else {
      throw .timeNotUnderstood(text)
    }
    self = date
  }

  fileprivate init?(dayText text: String, now: Instant, dayStart: TimeOfDay, zone: ZoneRules) {
    let word = text.lowercased()[...].trimmed
    switch word {
    case "today", "yesterday":
      let today = DayWindow(containing: now, dayStart: dayStart, zone: zone).date
      self = word == "today" ? today : today.adding(days: -1)
    default:
      guard let date = LocalDate(word) else { return nil }
      self = date
    }
  }
}

/// A time that was read, and the text that it was read from, for errors.
struct TimeText {
  let text: String
  let expression: TimeExpression

  init(_ text: String, _ expression: TimeExpression) {
    self.text = text
    self.expression = expression
  }

  /// - Throws: `BabyError.timeNotUnderstood`.
  init(_ text: String) throws(BabyError) {
    guard let expression = TimeExpression(text) else { throw .timeNotUnderstood(text) }
    self.init(text, expression)
  }

  /// The clock time, when no day was named with it.
  var bareTime: TimeOfDay? { if case .clock(let time, .latest) = expression { time } else { nil } }
}

/// Finds the instants that times stand for, seen from one moment in one zone.
struct TimeResolver {
  let now: Instant
  let zone: ZoneRules
  /// The latest instant that is not in the future.
  let limit: Instant

  init(now: Instant, zone: ZoneRules) {
    self.now = now
    self.zone = zone
    limit = now + TimeExpression.tolerance
  }

  func instant(_ time: TimeText) throws(BabyError) -> Instant {
    let today = zone.local(now).date
    switch time.expression {
    case .now: return now
    case .ago(let duration): return now - duration
    case .instant(let instant): return try refusingFuture(instant, time.text)
    case .clock(let clock, .latest): return try latest(clock, notAfter: limit, time.text)
    case .clock(let clock, .today): return try on(today, clock, time.text)
    case .clock(let clock, .yesterday): return try on(today.adding(days: -1), clock, time.text)
    case .clock(let clock, .lastNight) where clock.hour >= 18:
      return try on(today.adding(days: -1), clock, time.text)
    case .clock(let clock, .lastNight): return try latest(clock, notAfter: limit, time.text)
    case .clock(let clock, .date(let date)): return try on(date, clock, time.text)
    }
  }

  func refusingFuture(_ instant: Instant, _ text: String) throws(BabyError) -> Instant {
    guard instant <= limit else { throw .timeInFuture(text, resolved: instant) }
    return instant
  }

  private func on(_ date: LocalDate, _ clock: TimeOfDay, _ text: String) throws(BabyError) -> Instant {
    switch zone.instants(of: LocalDateTime(date, clock)) {
    case .once(let instant): return try refusingFuture(instant, text)
    // While the second one is still to come, only the first can be meant.
    case .twice(let first, let second) where second > limit: return try refusingFuture(first, text)
    case .twice(let first, let second): throw .timeAmbiguous(text, first: first, second: second)
    case .never(let nextValid): throw .timeNonexistent(text, nextValid: nextValid)
    }
  }

  /// The last instant up to another at which clocks showed a time.
  func latest(_ clock: TimeOfDay, notAfter end: Instant, _ text: String) throws(BabyError) -> Instant {
    let date = zone.local(end).date
    // Where clocks go back over midnight, the date after the one shown has been there already.
    for days in [1, 0, -1, -2] {
      switch zone.instants(of: LocalDateTime(date.adding(days: days), clock)) {
      case .once(let instant) where instant <= end: return instant
      case .twice(let first, let second) where second <= end:
        throw .timeAmbiguous(text, first: first, second: second)
      case .twice(let first, _) where first <= end: return first
      case .never(let nextValid) where nextValid <= end: throw .timeNonexistent(text, nextValid: nextValid)
      default: continue
      }
    }
    throw .timeNotUnderstood(text)
  }

  /// The first instant after another at which clocks show a time. It may lie in the future.
  func first(_ clock: TimeOfDay, after start: Instant, _ text: String) throws(BabyError) -> Instant {
    let date = zone.local(start).date
    for days in [-1, 0, 1, 2] {
      switch zone.instants(of: LocalDateTime(date.adding(days: days), clock)) {
      case .once(let instant) where instant > start: return instant
      case .twice(let first, let second) where first > start:
        guard second > limit else { throw .timeAmbiguous(text, first: first, second: second) }
        return first
      case .twice(_, let second) where second > start: return second
      case .never(let nextValid) where nextValid > start:
        guard nextValid > limit else { throw .timeNonexistent(text, nextValid: nextValid) }
        return nextValid
      default: continue
      }
    }
    throw .timeNotUnderstood(text)
  }

  /// The instant nearest to another, and not in the future, at which clocks showed a time.
  func nearest(_ clock: TimeOfDay, to anchor: Instant, _ text: String) throws(BabyError) -> Instant {
    let before = try latest(clock, notAfter: min(anchor, limit), text)
    if anchor - before <= .hours(12) { return before }
    let after = try first(clock, after: before, text)
    return after <= limit ? after : before
  }
}
