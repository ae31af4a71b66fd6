extension TokenReader {
  /// Days, or from one to another: `yesterday`, `november`, `2020-03`, `Nov 3 to Nov 10`, `Nov 3-10`, `3-10 Nov`,
  /// `2020-03..05`.
  ///
  /// - Parameter withYears: `2020` is a year.
  mutating func periods(withYears: Bool) -> (first: Period, last: Period?)? {
    let isSpan = take("from")
    if let days = attempt({ $0.daysBeforeMonth() }) { return days }
    guard let first = period(withYears: withYears) else { return nil }
    guard takeTo() else { return isSpan ? nil : (first, nil) }
    guard let last = attempt({ $0.rest(of: first) }) ?? period(withYears: withYears) else { return nil }
    return (first, last)
  }

  private mutating func takeTo() -> Bool {
    if take(any: [["to"], ["until"], ["till"], ["through"]]) || take(sign: "-") { return true }
    guard isBeforeDots else { return false }
    position += 2
    return true
  }

  /// `..` comes next, as it stands between two days.
  var isBeforeDots: Bool {
    let dot = Token.Kind.sign(UInt8(ascii: "."))
    return next?.kind == dot && peek(1)?.kind == dot && peek(1)?.isSpaced == false
  }

  private mutating func period(withYears: Bool) -> Period? {
    attempt { reader in
      guard let (day, part) = reader.day(), part == nil, day != .lastNight else { return nil }
      return .day(day)
    } ?? attempt { $0.month() } ?? attempt { $0.currentPeriod() }
      ?? attempt { reader in
        guard withYears, let year = reader.year() else { return nil }
        return .year(year)
      }
  }

  /// `2020-03`, `November`, `Nov 2020`.
  private mutating func month() -> Period? {
    if let month = attempt({ $0.isoMonth() }) { return month }
    guard let month = monthName() else { return nil }
    _ = take("of") || take(sign: ",", glued: true)
    return .month(month, year: attempt { $0.year() })
  }

  private mutating func isoMonth() -> Period? {
    guard let year = year(), take(sign: "-", glued: true), let month = number(digits: 2...2, glued: true),
      !isGlued || isBeforeDots, (1...12).contains(month)
    else { return nil }
    return .month(month, year: year)
  }

  private mutating func year() -> Int? {
    guard let year = number(digits: 4...4), (1900...2199).contains(year) else { return nil }
    return year
  }

  /// `this week`, `last month`, `last 7 days`.
  private mutating func currentPeriod() -> Period? {
    let isLast = take("last") || take("past")
    guard isLast || take("this") else { return nil }
    if isLast, let count = number(digits: 1...5) {
      guard count > 0 else { return nil }
      if take("days") || take("day") { return .lastDays(count) }
      return take("weeks") || take("week") ? .lastDays(7 * count) : nil
    }
    let ago = isLast ? 1 : 0
    if take("week") { return .weeks(ago: ago) }
    if take("month") { return .months(ago: ago) }
    return take("year") ? .years(ago: ago) : nil
  }

  /// `3-10 Nov`, `3 to 10 November 2020`: the month follows the last day.
  private mutating func daysBeforeMonth() -> (first: Period, last: Period?)? {
    guard let first = dayNumber(), takeTo(), case .number? = next?.kind, let last = dateInYear() else { return nil }
    switch last {
    case .yearly(let month, _): return Self.yearly(month, first).map { ($0, .day(last)) }
    case .date(let date):
      return LocalDate(year: date.year, month: date.month, day: first).map { (.day(.date($0)), .day(last)) }
    default: return nil
    }
  }

  /// Nil for a day that the month never has.
  private static func yearly(_ month: Int, _ day: Int) -> Period? {
    LocalDate(year: 2000, month: month, day: day).map { _ in .day(.yearly(month: month, day: day)) }
  }

  /// `Nov 3 to 10`, `Nov 3-10, 2020`, `2026-11-03 to 10`, `2020-03..05`: the month, or the year, comes first.
  private mutating func rest(of first: Period) -> Period? {
    guard let number = dayNumber() else { return nil }
    if !isAtEnd, case .day(.yearly(let month, _)) = first {
      _ = take(sign: ",", glued: true)
      guard let year = year(), isAtEnd else { return nil }
      return LocalDate(year: year, month: month, day: number).map { .day(.date($0)) }
    }
    guard isAtEnd else { return nil }
    switch first {
    case .day(.yearly(let month, _)): return Self.yearly(month, number)
    case .day(.date(let date)):
      return LocalDate(year: date.year, month: date.month, day: number).map { .day(.date($0)) }
    case .month(_, let year?) where (1...12).contains(number): return .month(number, year: year)
    default: return nil
    }
  }
}
