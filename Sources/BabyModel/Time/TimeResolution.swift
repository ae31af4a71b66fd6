extension TimeExpression {
  /// How far ahead of now a time may lie: two people's clocks differ, and a bare time a little ahead is meant for today.
  public static let tolerance: Duration = .minutes(5)

  /// Resolves a point in time in a child's zone.
  ///
  /// - Throws: `BabyError.timeNotUnderstood`; `.timeInFuture` for more than 5 minutes ahead; `.timeAmbiguous` if clocks
  ///   were set back over it; `.timeNonexistent` if they were set forward over it; `.timeUnclear` for an ambiguous
  ///   time, such as `11/3 14:00` while the order of dates is not set.
  public static func resolvePoint(
    _ text: String, now: Instant, zone: ZoneRules, conventions: TimeConventions = TimeConventions()
  ) throws(BabyError) -> Instant {
    try TimeResolver(now: now, zone: zone, conventions: conventions).instant(TimeText(text))
  }

  /// Resolves an end of a stretch that is looked at, where days and the future are as good as any time.
  ///
  /// - Parameter isEnd: days (`yesterday`, `2026-11-14`, `last week`, `november`) stand for their end rather than their
  ///   beginning.
  /// - Throws: as `resolvePoint`, without `.timeInFuture`.
  public static func resolveBoundary(
    _ text: String, isEnd: Bool, now: Instant, settings: Settings, zone: ZoneRules
  ) throws(BabyError) -> Instant {
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date
    if let days = try DayRange.boundary(text, today: today, settings: settings) {
      let day = DayWindow(isEnd ? days.last : days.first, dayStart: settings.dayStart, zone: zone)
      return isEnd ? day.end : day.start
    }
    do {
      return try resolvePoint(text, now: now, zone: zone, conventions: settings.timeConventions)
    } catch .timeInFuture(_, let instant) {
      return instant
    }
  }
}

extension TimeExpression.Day {
  /// The dates that it may stand for, seen from today, the latest first.
  func dates(from today: LocalDate) -> [LocalDate] {
    switch self {
    case .latest, .today, .lastNight: return [today]
    case .yesterday: return [today.adding(days: -1)]
    case .daysAgo(let days): return [today.adding(days: -days)]
    case .date(let date): return [date]
    case .weekday(let weekday, let isLast):
      let latest = today.adding(days: -(today.weekday - weekday).flooredRemainder(by: 7))
      return [latest, latest.adding(days: -7)].filter { !isLast || $0 < today }
    case .yearly(let month, let day):
      // 29 February comes back after eight years at most.
      return (0...8).compactMap { LocalDate(year: today.year - $0, month: month, day: day) }
    case .slashed(let first, let second, let year):
      return DateOrder.ask.days(first, second, year: year).first?.dates(from: today) ?? []
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
}

/// Finds the instants that times stand for, seen from one moment in one zone.
struct TimeResolver {
  let now: Instant
  let zone: ZoneRules
  private let conventions: TimeConventions
  /// The latest instant that is not in the future.
  let limit: Instant

  init(now: Instant, zone: ZoneRules, conventions: TimeConventions) {
    self.now = now
    self.zone = zone
    self.conventions = conventions
    limit = now + TimeExpression.tolerance
  }

  private func expression(_ time: TimeText) -> TimeExpression {
    guard case .eitherFormat(let clock, let day) = time.expression else { return time.expression }
    return switch conventions.timeFormat {
    case .twentyFourHour: .clock(clock, on: day)
    case .twelveHour: .eitherHalf(clock.inHalf(isAfternoon: false), on: day)
    }
  }

  /// The possible clock times of a text without a day; otherwise empty.
  func bareTimes(of time: TimeText) -> [TimeOfDay] {
    switch expression(time) {
    case .clock(let time, .latest): [time]
    case .eitherHalf(let time, .latest): [time, time.inHalf(isAfternoon: true)]
    default: []
    }
  }

  func instant(_ time: TimeText) throws(BabyError) -> Instant {
    do { return try reading(time) } catch {
      guard case .timeUnclear(let text, let choices) = error else { throw error }
      let answers = choices.flatMap(self.answers)
      // Where only one can have been, that one is meant, and where none can, the first says why.
      if answers.count < 2, let only = answers.first ?? choices.first { return try reading(TimeText(only)) }
      throw .timeUnclear(text, choices: answers)
    }
  }

  /// Unambiguous replacements for a choice: the choice itself, or both instants at which clocks showed it or that it
  /// means in the two halves of the day, and nothing for a time that is impossible.
  private func answers(_ choice: String) -> [String] {
    do {
      _ = try reading(TimeText(choice))
      return [choice]
    } catch {
      switch error {
      case .timeAmbiguous(_, let first, let second): return [first, second].map { $0.typedText(in: zone) }
      // `yesterday at half past 2`, of `half 3`
      case .timeUnclear(_, let halves): return halves
      default: return []
      }
    }
  }

  private func reading(_ time: TimeText) throws(BabyError) -> Instant {
    let today = zone.local(now).date
    let dateOrder = conventions.dateOrder
    switch expression(time) {
    case .now: return now
    case .ago(let duration): return now - duration
    case .sameTime(let days): return try on([today.adding(days: -days)], zone.local(now).time, time.text)
    case .instant(let instant): return try refusingFuture(instant, time.text)
    case .clock(_, .latest), .eitherHalf(_, .latest), .eitherFormat:
      return try latest(bareTimes(of: time), notAfter: limit, time.text)
    case .clock(let clock, .lastNight) where clock.hour >= 18:
      return try on([today.adding(days: -1)], clock, time.text)
    case .clock(let clock, .lastNight): return try latest([clock], notAfter: limit, time.text)
    case .clock(let clock, let day):
      let dates = try dateOrder.dates(of: day, from: today, time.text, at: [clock])
      return try on(refusingComing(dates, of: day, at: clock, time.text), clock, time.text)
    case .eitherHalf(let clock, let day):
      let halves = [clock, clock.inHalf(isAfternoon: true)]
      let dates = try dateOrder.dates(of: day, from: today, time.text, at: halves)
      return try either(halves, on: refusingComing(dates, of: day, at: clock, time.text), time.text)
    case .eitherHour: throw .timeUnclear(time.text, choices: TokenReader.hoursOfHalf(in: time.text))
    case .midnight(let day):
      let dates = try refusingComing(
        dateOrder.dates(of: day, from: today, time.text, at: [.midnight]), of: day, at: .midnight, time.text)
      guard let date = dates.first(where: { $0 <= today }) ?? dates.first else { throw .timeNotUnderstood(time.text) }
      _ = try refusingFuture(zone.instants(of: LocalDateTime(date, .midnight)).earliest, time.text)
      let midnights = [date, date.adding(days: 1)].map { "\($0) \(TimeOfDay.midnight)" }
      throw .timeUnclear(time.text, choices: midnights)
    }
  }

  /// A time without am or pm: only one of the two may be in the past.
  private func either(_ halves: [TimeOfDay], on dates: [LocalDate], _ text: String) throws(BabyError) -> Instant {
    for date in dates {
      let past = halves.filter { zone.instants(of: LocalDateTime(date, $0)).earliest <= limit }
      guard past.count < 2 else {
        throw .timeUnclear(text, choices: past.map { "\(date) \($0)" })
      }
      if let one = past.first { return try on([date], one, text) }
    }
    guard let first = halves.first else { throw .timeNotUnderstood(text) }
    return try on(dates, first, text)
  }

  /// The dates of a day without a year, unless it comes within two months: at the end of November, 1 December does not
  /// mean the year before.
  private func refusingComing(
    _ dates: [LocalDate], of day: TimeExpression.Day, at clock: TimeOfDay, _ text: String
  ) throws(BabyError) -> [LocalDate] {
    switch day {
    case .yearly, .slashed(_, _, year: nil): break
    default: return dates
    }
    let today = zone.local(now).date
    let soon = today...today.adding(days: Self.soon)
    // The latest date is of this year.
    let coming = dates.prefix(1).flatMap { date in
      [date, LocalDate(year: date.year + 1, month: date.month, day: date.day)].compactMap(\.self)
    }
    guard let date = coming.first(where: soon.contains) else { return dates }
    let instant = zone.instants(of: LocalDateTime(date, clock)).earliest
    // If the dates of two zones differ, the first minutes of tomorrow count as now.
    guard instant > limit else { return dates }
    throw .timeInFuture(text, resolved: instant)
  }

  /// Days.
  private static let soon = 60

  func refusingFuture(_ instant: Instant, _ text: String) throws(BabyError) -> Instant {
    guard instant <= limit else { throw .timeInFuture(text, resolved: instant) }
    return instant
  }

  /// A time on the first of some dates on which it is not in the future.
  private func on(_ dates: [LocalDate], _ clock: TimeOfDay, _ text: String) throws(BabyError) -> Instant {
    let past = dates.first { zone.instants(of: LocalDateTime($0, clock)).earliest <= limit }
    guard let date = past ?? dates.first else { throw .timeNotUnderstood(text) }
    switch zone.instants(of: LocalDateTime(date, clock)) {
    case .once(let instant): return try refusingFuture(instant, text)
    // While the second one is still to come, only the first can be meant.
    case .twice(let first, let second) where second > limit: return try refusingFuture(first, text)
    case .twice(let first, let second): throw .timeAmbiguous(text, first: first, second: second)
    case .never(let nextValid): throw .timeNonexistent(text, nextValid: nextValid)
    }
  }

  /// The last instant up to another at which clocks showed one of some times.
  func latest(_ clocks: [TimeOfDay], notAfter end: Instant, _ text: String) throws(BabyError) -> Instant {
    let shown = zone.local(end).time
    guard let nearest = clocks.min(by: { shown.since($0) < shown.since($1) }) else { throw .timeNotUnderstood(text) }
    return try latest(nearest, notAfter: end, text)
  }

  /// The first instant after another at which clocks show one of some times. It may lie in the future.
  func first(_ clocks: [TimeOfDay], after start: Instant, _ text: String) throws(BabyError) -> Instant {
    let shown = zone.local(start + .milliseconds(1)).time
    guard let nearest = clocks.min(by: { $0.since(shown) < $1.since(shown) }) else { throw .timeNotUnderstood(text) }
    return try first(nearest, after: start, text)
  }

  /// The last instant up to another at which clocks showed a time.
  private func latest(_ clock: TimeOfDay, notAfter end: Instant, _ text: String) throws(BabyError) -> Instant {
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
  private func first(_ clock: TimeOfDay, after start: Instant, _ text: String) throws(BabyError) -> Instant {
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

  /// The instant nearest to another, and not in the future, at which clocks showed one of some times.
  func nearest(_ clocks: [TimeOfDay], to anchor: Instant, _ text: String) throws(BabyError) -> Instant {
    let before = try latest(clocks, notAfter: min(anchor, limit), text)
    let after = try first(clocks, after: before, text)
    return after <= limit && after - anchor < anchor - before ? after : before
  }
}

extension TimeOfDay {
  /// How long after another time clocks show this one.
  fileprivate func since(_ other: TimeOfDay) -> Int {
    (milliseconds - other.milliseconds).flooredRemainder(by: 86_400_000)
  }
}
