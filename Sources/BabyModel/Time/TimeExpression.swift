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
