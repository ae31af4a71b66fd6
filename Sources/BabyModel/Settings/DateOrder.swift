/// In which order day and month stand in a date such as `11/3`.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Not set: a date that could be either of two is refused, with both as choices.
  case ask
  case dayMonth = "day-month"
  case monthDay = "month-day"
}

/// With which day a week begins.
public enum WeekStart: String, CaseIterable, Sendable {
  case monday, saturday, sunday

  func firstDay(ofWeekWith date: LocalDate) -> LocalDate {
    let first =
      switch self {
      case .monday: 0
      case .saturday: 5
      case .sunday: 6
      }
    return date.adding(days: -(date.weekday - first).flooredRemainder(by: 7))
  }
}

extension DateOrder {
  /// The days of a year that two numbers name, with the month first and with the day first: one of them where the
  /// calendar or the order says which, none where neither is a day.
  ///
  /// - Parameter year: the year in the text.
  func days(_ first: Int, _ second: Int, year: Int?) -> [TimeExpression.Day] {
    let readings = [(first, second), (second, first)]
    // Without a year, assume a leap year.
    let possible = readings.filter { LocalDate(year: year ?? 2000, month: $0.0, day: $0.1) != nil }
    let meant =
      switch self {
      case _ where possible.count < 2 || first == second: Array(possible.prefix(1))
      case .ask: readings
      case .monthDay: [readings[0]]
      case .dayMonth: [readings[1]]
      }
    return meant.compactMap { month, day in
      guard let year else { return .yearly(month: month, day: day) }
      return LocalDate(year: year, month: month, day: day).map { .date($0) }
    }
  }

  /// The dates that a day may stand for, seen from today, the latest first.
  ///
  /// - Parameter times: the times on that day, for the choices.
  /// - Throws: `BabyError.timeUnclear` when it may be either of two days.
  func dates(
    of day: TimeExpression.Day, from today: LocalDate, _ text: String, at times: [TimeOfDay] = []
  ) throws(BabyError) -> [LocalDate] {
    guard case .slashed(let first, let second, let year) = day else { return day.dates(from: today) }
    let days = days(first, second, year: year)
    guard let only = days.first, days.count == 1 else {
      let dates = days.compactMap { day in
        let dates = day.dates(from: today)
        return dates.first { $0 <= today } ?? dates.first
      }
      let choices = dates.flatMap { date in times.isEmpty ? ["\(date)"] : times.map { "\(date) \($0)" } }
      throw .timeUnclear(text, choices: choices)
    }
    return only.dates(from: today)
  }
}
