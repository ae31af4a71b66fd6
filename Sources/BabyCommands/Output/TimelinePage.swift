import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl today` and `bbctl history` show: entries under their days, newest first.
  ///
  /// - Parameters:
  ///   - today: the command asked for today.
  ///   - sync: who is logged in, and how the family server is reached.
  static func timeline(
    _ answer: TimelineList.Answer, today isToday: Bool = false, sync: AccountStatus.Answer? = nil, now: Instant
  ) -> Page {
    var page = Page(theme: answer.theme)
    page.warning(sync, answer.timeFormat, now: now)
    if answer.entries.isEmpty {
      page.line(
        .init([isToday ? Words.nothingToday : "No events", answer.child.name].joined(separator: Words.separator)))
      return page
    }
    var shown: LocalDate?
    for record in answer.entries {
      let start = record.startTime(now: now)
      // What began the night before is listed under the day that was asked for.
      let date = answer.day?.date ?? start.local.date
      if date != shown {
        if shown != nil { page.gap() }
        shown = date
        let heading = isToday ? "Today" : Words.dayHeading(date, today: start.today)
        page.heading(heading + Words.separator + answer.child.name)
      }
      page.row([
        .init(record.shortID, .id), .init(record.clockSpan(answer.timeFormat, now: now)),
        .init(record.line(answer.units, now: now), .kind(record.entry.kind)),
        .init(record.by(unless: sync?.account.name) ?? "", .faint),
      ])
    }
    if let totals = answer.totals, let day = answer.day {
      page.gap()
      page.line(.init(DashboardLines.counts(totals.adding(answer.entries, in: day, until: now), answer.units)))
    }
    if isToday, let sync { page.waiting(sync.connection) }
    if answer.nextCursor != nil { page.line(.init("There are older ones: --limit shows up to 1000.", .faint)) }
    return page
  }
}
