/// A point in time as people write it, read but not yet resolved: no clock and no zone is needed to read it.
public enum TimeExpression: Hashable, Sendable {
  /// `now`, `just now`
  case now
  /// `20m ago`, `-20m`, `half an hour ago`
  case ago(Duration)
  /// `2 days ago`: the same time of that day.
  case sameTime(daysAgo: Int)
  /// `2:30am`, `0230`, `yesterday at 22:10`, `2026-11-14 22:10`
  case clock(TimeOfDay, on: Day)
  /// `3:15`: that time on a 24-hour clock, before noon or after it on a 12-hour one.
  case eitherFormat(TimeOfDay, on: Day)
  /// `at 3`, `half past three`: before noon or after it. The time before noon.
  case eitherHalf(TimeOfDay, on: Day)
  /// `half 3`: half past two to some, and half past three to others.
  case eitherHour(on: Day)
  /// `Monday midnight`, which may be its beginning or its end.
  case midnight(of: Day)
  /// RFC 3339 with `Z` or an offset; the one way to name one of the two instants of a doubled hour.
  case instant(Instant)

  /// The day that a clock time is of.
  public enum Day: Hashable, Sendable {
    /// A bare time: the latest one that is past.
    case latest
    case today
    case yesterday
    case daysAgo(Int)
    /// A night is from 18:00 to 6:00. Its evening is yesterday's, its small hours are the latest that are past.
    case lastNight
    /// The latest such day, 0 being Monday; the last one is before today.
    case weekday(Int, isLast: Bool)
    /// The latest such day of a year.
    case yearly(month: Int, day: Int)
    /// `11/3`: a day in March to some and in November to others; see `DateOrder`. Without a year the latest such day.
    case slashed(Int, Int, year: Int?)
    case date(LocalDate)
  }

  /// In bytes: no valid time is longer.
  static let longestText = 128

  /// Parses a time. Nil if it is not one, and for a date without a time.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longestText else { return nil }
    var reader = TokenReader(text)
    guard let point = reader.whole({ $0.point() }) else { return nil }
    self = point.expression
  }
}

/// How a family writes ambiguous times and dates.
public struct TimeConventions: Hashable, Sendable {
  /// On a 12-hour clock `3:15` is before noon or after it, as `at 3` is; on a 24-hour one it is what it looks like.
  public var timeFormat: TimeFormat
  public var dateOrder: DateOrder

  public init(timeFormat: TimeFormat = .twentyFourHour, dateOrder: DateOrder = .ask) {
    self.timeFormat = timeFormat
    self.dateOrder = dateOrder
  }
}

extension Settings {
  public var timeConventions: TimeConventions { TimeConventions(timeFormat: timeFormat, dateOrder: dateOrder) }
}

extension TimeExpression {
  /// Resolves a day without a time: its noon or, if it is today, now.
  ///
  /// - Throws: `BabyError.timeNotUnderstood` for what is not a day; `.timeInFuture` for a day after today;
  ///   `.timeUnclear` for `11/3` while no order of dates is set.
  static func resolveDay(
    _ text: String, now: Instant, zone: ZoneRules, conventions: TimeConventions
  ) throws(BabyError) -> Instant {
    guard text.utf8.count <= longestText else { throw .timeNotUnderstood(text) }
    var reader = TokenReader(text)
    // The words for a part of a day are a time already.
    guard let (day, part) = reader.whole({ $0.day() }), part == nil, day != .lastNight else {
      throw .timeNotUnderstood(text)
    }
    let today = zone.local(now).date
    if try conventions.dateOrder.dates(of: day, from: today, text).contains(today) { return now }
    let noon = TimeExpression.clock(.noon, on: day)
    return try TimeResolver(now: now, zone: zone, conventions: conventions).instant(TimeText(text, noon))
  }
}

extension TimeOfDay {
  /// A daily time, as people type it: `9am`, `21:00`, `noon`. Nil for a time that may be before or after noon, and for
  /// one of a certain day.
  public init?(said text: String) {
    guard case .clock(let time, on: .latest)? = TimeExpression(text) else { return nil }
    self = time
  }
}
