/// Days of a child that follow each other, from the first to the last.
public struct DayRange: Hashable, Sendable {
  public let first: LocalDate
  /// Not before the first.
  public let last: LocalDate

  public init(first: LocalDate, last: LocalDate) {
    self.first = first
    self.last = max(first, last)
  }

  /// The days with a name, as people type them.
  public static let names =
    ["today", "yesterday", "last week", "last month"] + TokenReader.weekdays + TokenReader.months

  /// At least 1.
  public var count: Int { last.dayNumber - first.dayNumber + 1 }

  /// Whether a day lies in it, its first and last day included.
  public func contains(_ date: LocalDate) -> Bool { date >= first && date <= last }

  /// A child's days in words: `yesterday`, `2026-11-14`, `11/3`, `november`, `2020-03`, `last week`, `Nov 3 to Nov 10`,
  /// `Nov 3-10`, `3-10 Nov 2020`, `2020-03..05`, `nov..dec`, `2020`.
  ///
  /// Before the day start time, today is still the date before. A current period, such as this month, ends today.
  /// - Throws: `BabyError.daysNotUnderstood`; `.timeUnclear` for `11/3` if the order of dates is not set;
  ///   `.entryInvalid` naming `day` if the last day is before the first.
  public init(words text: String, now: Instant, settings: Settings, zone: ZoneRules) throws(BabyError) {
    let today = DayWindow(containing: now, dayStart: settings.dayStart, zone: zone).date
    guard let (first, last) = Self.period(text, withYears: true) else { throw .daysNotUnderstood(text) }
    guard let days = try Self.days(from: first, to: last, today: today, settings) else {
      throw .entryInvalid([FieldError("day", "must not end before it begins")])
    }
    self = days
  }

  /// Nil if the text is not a day. A year alone is not one: `2020` may be a clock time here.
  ///
  /// - Throws: `BabyError.timeUnclear`.
  static func boundary(_ text: String, today: LocalDate, settings: Settings) throws(BabyError) -> DayRange? {
    guard let (first, last) = period(text, withYears: false), last == nil else { return nil }
    return try days(from: first, to: nil, today: today, settings)
  }

  private static func period(_ text: String, withYears: Bool) -> (first: Period, last: Period?)? {
    guard text.utf8.count <= 2 * TimeExpression.longestText else { return nil }
    var reader = TokenReader(text)
    return reader.whole { $0.periods(withYears: withYears) }
  }

  private static func days(
    from first: Period, to last: Period?, today: LocalDate, _ settings: Settings
  ) throws(BabyError) -> DayRange? {
    let beginning = try (last?.end.flatMap { first.withYear(of: $0) } ?? first).days(from: today, settings)
    guard let last else { return beginning.ending(today) }
    // `Nov 20 to Jan 5`: the first one after the beginning.
    let later = beginning.first.adding(days: last.daysOfRound)
    for date in [today, later] {
      let end = try last.days(from: date, settings).last
      if end >= beginning.first { return DayRange(first: beginning.first, last: end).ending(today) }
    }
    return nil
  }

  /// A period that has begun ends today; a future one is unchanged.
  private func ending(_ today: LocalDate) -> DayRange {
    first <= today ? DayRange(first: first, last: min(last, today)) : self
  }
}

/// A day or several that have a name, read and not yet resolved.
enum Period: Hashable {
  case day(TimeExpression.Day)
  /// Without a year the latest one that has begun.
  case month(Int, year: Int?)
  case year(Int)
  /// The current week, or an earlier one.
  case weeks(ago: Int)
  case months(ago: Int)
  case years(ago: Int)
  /// Today and the days before it.
  case lastDays(Int)

  /// - Throws: `BabyError.timeUnclear` when it may be either of two days.
  func days(from today: LocalDate, _ settings: Settings) throws(BabyError) -> DayRange {
    switch self {
    case .day(let day):
      let dates = try settings.dateOrder.dates(of: day, from: today, day.slashedText)
      let date = dates.first { $0 <= today } ?? dates.first ?? today
      return DayRange(first: date, last: date)
    case .month(let month, let year): return Self.month(month, of: year ?? (today.year - (month > today.month ? 1 : 0)))
    case .year(let year): return Self.year(year)
    case .weeks(let ago):
      let first = settings.weekStart.firstDay(ofWeekWith: today).adding(days: -7 * ago)
      return DayRange(first: first, last: first.adding(days: 6))
    case .months(let ago):
      let months = today.year * 12 + today.month - 1 - ago
      return Self.month(months % 12 + 1, of: months / 12)
    case .years(let ago): return Self.year(today.year - ago)
    case .lastDays(let count): return DayRange(first: today.adding(days: 1 - count), last: today)
    }
  }

  /// The last day, if its year was given.
  fileprivate var end: LocalDate? {
    switch self {
    case .day(.date(let date)): date
    case .month(let month, let year?): Self.month(month, of: year).last
    case .year(let year): Self.year(year).last
    default: nil
    }
  }

  /// The same in the year of an end: `Nov 28 to Dec 3, 2020`, `dec to feb 2021`. Nil if it already has a year, or needs
  /// none.
  ///
  /// - Parameter end: what would begin after it began in the year before.
  fileprivate func withYear(of end: LocalDate) -> Period? {
    switch self {
    case .day(.yearly(let month, let day)):
      let year = end.year - ((month, day) > (end.month, end.day) ? 1 : 0)
      return LocalDate(year: year, month: month, day: day).map { .day(.date($0)) }
    case .month(let month, nil): return .month(month, year: end.year - (month > end.month ? 1 : 0))
    default: return nil
    }
  }

  /// The maximum number of days after which a day without a year or week comes again.
  fileprivate var daysOfRound: Int { if case .day(.weekday) = self { 6 } else { 365 } }

  private static func month(_ month: Int, of year: Int) -> DayRange {
    // No year that can be typed is outside the calendar.
    guard let first = LocalDate(year: max(year, 1), month: month, day: 1) else { return Self.year(1) }
    return DayRange(first: first, last: first.adding(days: LocalDate.days(inMonth: month, of: first.year) - 1))
  }

  private static func year(_ year: Int) -> DayRange {
    let first = LocalDate(year: max(year, 1), month: 1, day: 1) ?? LocalDate(dayNumber: 0)
    return DayRange(first: first, last: LocalDate(year: first.year, month: 12, day: 31) ?? first)
  }
}

extension TimeExpression.Day {
  /// `11/3`; empty for a day in another format.
  fileprivate var slashedText: String {
    if case .slashed(let first, let second, let year) = self {
      "\(first)/\(second)" + (year.map { "/\($0)" } ?? "")
    } else {
      ""
    }
  }
}

/// One day of a child: from its day start time to the next, 23, 24 or 25 hours long.
public struct DayWindow: Hashable, Sendable {
  /// The date on which the day begins.
  public let date: LocalDate
  public let start: Instant
  /// The first instant of the next day.
  public let end: Instant

  public init(_ date: LocalDate, dayStart: TimeOfDay, zone: ZoneRules) {
    self.date = date
    start = zone.instants(of: LocalDateTime(date, dayStart)).earliest
    end = zone.instants(of: LocalDateTime(date.adding(days: 1), dayStart)).earliest
  }

  /// The day that holds an instant.
  public init(containing instant: Instant, dayStart: TimeOfDay, zone: ZoneRules) {
    let date = zone.local(instant).date
    let window = DayWindow(date, dayStart: dayStart, zone: zone)
    if instant < window.start {
      self = DayWindow(date.adding(days: -1), dayStart: dayStart, zone: zone)
    } else if instant >= window.end {
      self = DayWindow(date.adding(days: 1), dayStart: dayStart, zone: zone)
    } else {
      self = window
    }
  }

  /// Whether an instant lies in the day; its end belongs to the next.
  public func contains(_ instant: Instant) -> Bool { instant >= start && instant < end }
}
