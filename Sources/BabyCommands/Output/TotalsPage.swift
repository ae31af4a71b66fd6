import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The page of `bbctl history --totals`: a line for each day with entries, and the sum of all.
  ///
  /// - Parameter answer: the first page, which says whose they are and how they are written.
  static func totals(
    _ days: [DaySummaryRecord], of answer: TimelineList.Answer, sync: AccountStatus.Answer?, now: Instant
  ) -> Page {
    var page = Page(theme: answer.theme)
    page.warning(sync, answer.timeFormat, now: now)
    var sum = DayTotalsRecord.zero
    let filled = days.filter { $0.totals != .zero }
    guard !filled.isEmpty else {
      page.line(.init(Words.noEvents + Words.separator + answer.child.name))
      return page
    }
    page.heading(answer.child.name)
    for summary in filled {
      sum.add(summary.totals)
      page.row([
        .init(Words.dayHeading(summary.day.date, today: summary.day.today(now)), .strong),
        .init(DashboardLines.counts(summary.totals, answer.units) ?? ""),
      ])
    }
    page.row([.init(Words.days(days.count), .strong), .init(DashboardLines.counts(sum, answer.units) ?? "", .active)])
    return page
  }
}

extension DayRecord {
  /// The date on which it is now, seen from this day.
  fileprivate func today(_ now: Instant) -> LocalDate {
    let days = (now.milliseconds - start.milliseconds) / 86_400_000
    return date.adding(days: max(Int(days), 0))
  }
}
