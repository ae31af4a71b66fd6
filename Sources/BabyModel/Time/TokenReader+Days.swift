extension TokenReader {
  /// A day: `today`, `yesterday`, `2 days ago`, `last Monday`, `Nov 3`, `2026-11-14`; and the part of it that is named
  /// with it, as in `this morning` and `yesterday evening`.
  mutating func day() -> (day: TimeExpression.Day, part: DayPart?)? {
    attempt { reader in
      if let day = reader.relativeDay() { return day }
      if let days = reader.daysAgo() { return (.daysAgo(days), nil) }
      return reader.calendarDay().map { ($0, reader.partOfDay()) }
    }
  }

  private mutating func relativeDay() -> (day: TimeExpression.Day, part: DayPart?)? {
    if take(any: [["the", "day", "before", "yesterday"], ["day", "before", "yesterday"]]) {
      return (.daysAgo(2), partOfDay())
    }
    if take(any: [["last", "night"]]) { return (.lastNight, nil) }
    if take(any: [["last", "evening"]]) { return (.yesterday, .evening) }
    if take(any: [["tonight"]]) { return (.today, .evening) }
    if take(any: [["today"]]) { return (.today, nil) }
    if take(any: [["yesterday"]]) { return (.yesterday, partOfDay()) }
    return attempt { reader in
      guard reader.take("this"), let part = reader.partOfDay(), part != .night else { return nil }
      return (.today, part)
    }
  }

  /// `2 days ago`, `a week ago`: how many days.
  mutating func daysAgo() -> Int? {
    attempt { reader in
      guard let count = reader.number(digits: 1...4) ?? (reader.take("a") ? 1 : reader.spelledNumber()) else {
        return nil
      }
      let isWeeks: Bool
      switch reader.word() {
      case "day", "days", "d": isWeeks = false
      case "week", "weeks": isWeeks = true
      default: return nil
      }
      reader.position += 1
      return reader.take("ago") ? count * (isWeeks ? 7 : 1) : nil
    }
  }

  private mutating func calendarDay() -> TimeExpression.Day? {
    if let date = attempt({ $0.isoDate() }) { return .date(date) }
    if let day = attempt({ $0.slashedDate() }) ?? attempt({ $0.dottedDate() }) { return day }
    return attempt { reader in
      _ = reader.take("on")
      if let weekday = reader.attempt({ $0.weekday() }) {
        // `Mon, Nov 23`, the format of days in answers.
        return reader.attempt { $0.dateInYear() } ?? weekday
      }
      _ = reader.take("the")
      return reader.attempt { $0.dateInYear() }
    }
  }

  /// `2026-11-14`, `on 2026-11-14`, `at 2026-11-14`, `2026/11/14`
  private mutating func isoDate() -> LocalDate? {
    _ = take("on") || take("at")
    guard let year = number(digits: 4...4) else { return nil }
    let separator: Unicode.Scalar = next?.kind == .sign(UInt8(ascii: "/")) ? "/" : "-"
    guard take(sign: separator, glued: true), let month = number(digits: 2...2, glued: true),
      take(sign: separator, glued: true), let day = number(digits: 2...2, glued: true)
    else { return nil }
    // 2026-11-14T22:10
    if gluedWord == "t" { position += 1 } else if isGlued, !isBeforeDots { return nil }
    return LocalDate(year: year, month: month, day: day)
  }

  /// `11/3`, `on 31/12`, `3/1/2021`, `3/1/21`
  private mutating func slashedDate() -> TimeExpression.Day? {
    _ = take("on")
    guard let first = number(digits: 1...2), take(sign: "/", glued: true),
      let second = number(digits: 1...2, glued: true)
    else { return nil }
    let year = take(sign: "/", glued: true) ? yearOfDate() : nil
    guard !isGlued || next?.kind == .sign(UInt8(ascii: ",")) || isBeforeStop,
      !DateOrder.ask.days(first, second, year: year).isEmpty
    else { return nil }
    return .slashed(first, second, year: year)
  }

  /// `26.11.`, `on 26.11.2026`: the point after the month distinguishes it from a number.
  private mutating func dottedDate() -> TimeExpression.Day? {
    _ = take("on")
    guard let first = number(digits: 1...2), take(sign: ".", glued: true),
      let second = number(digits: 1...2, glued: true), take(sign: ".", glued: true)
    else { return nil }
    let year = isGlued ? number(digits: 4...4, glued: true) : nil
    guard !isGlued, !DateOrder.ask.days(first, second, year: year).isEmpty else { return nil }
    return .slashed(first, second, year: year)
  }

  /// `2021`, `21`
  private mutating func yearOfDate() -> Int? {
    if let year = number(digits: 4...4, glued: true) { return year }
    return number(digits: 2...2, glued: true).map { 2000 + $0 }
  }

  private mutating func weekday() -> TimeExpression.Day? {
    let isLast = take("last")
    if !isLast { _ = take("this") }
    guard let word = word(),
      let weekday = Self.shortWeekdays[word] ?? Self.index(of: word, in: Self.weekdays)
    else { return nil }
    position += 1
    _ = take(sign: ",", glued: true)
    return .weekday(weekday, isLast: isLast)
  }

  /// `Nov 3`, `November 3rd, 2026`, `3 Nov`, `the 3rd of November`.
  mutating func dateInYear() -> TimeExpression.Day? {
    let month: Int
    let day: Int
    if let named = monthName() {
      guard let number = dayNumber() else { return nil }
      (month, day) = (named, number)
    } else {
      guard let number = dayNumber() else { return nil }
      _ = take("of")
      guard let named = monthName() else { return nil }
      (month, day) = (named, number)
    }
    _ = take(sign: ",", glued: true)
    let year = attempt { reader in
      // `Nov 3 2010` alone could be ten past eight as well as a year: either a time follows the year, or the caller
      // asks for a day.
      guard let year = reader.number(digits: 4...4), (1900...2199).contains(year) else { return nil as Int? }
      return year
    }
    if let year { return LocalDate(year: year, month: month, day: day).map { .date($0) } }
    // Without a year, assume a leap year.
    return LocalDate(year: 2000, month: month, day: day).map { _ in .yearly(month: month, day: day) }
  }

  mutating func monthName() -> Int? {
    guard let word = word(), let month = Self.index(of: word, in: Self.months) else { return nil }
    position += 1
    return month + 1
  }

  mutating func dayNumber() -> Int? {
    guard let day = number(digits: 1...2) else { return nil }
    let isEnd = gluedWord != nil || isBeforeDots || [",", "-"].contains { next?.kind == .sign(UInt8(ascii: $0)) }
    guard !isGlued || isEnd else { return nil }
    if let ending = gluedWord {
      guard ["st", "nd", "rd", "th"].contains(ending) else { return nil }
      position += 1
    }
    return day
  }

  /// Of a name or its first three letters.
  private static func index(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0 == word || ($0.hasPrefix(word) && (word.utf8.count == 3 || word == "sept")) }
  }

  /// Other than the first three letters.
  private static let shortWeekdays = ["tues": 1, "weds": 2, "thur": 3, "thurs": 3]
  static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}

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
  private var isBeforeDots: Bool {
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
