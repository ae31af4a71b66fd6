import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl today` and `bbctl history` show: entries under their days, newest first.
  ///
  /// - Parameter today: the command asked for today.
  static func timeline(_ answer: TimelineList.Answer, today isToday: Bool = false, now: Instant, isPlain: Bool) -> Page
  {
    var page = Page()
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
      page.entry(record, answer, now: now, isPlain: isPlain)
    }
    if let totals = answer.totals {
      page.gap()
      page.line(.init(counts(totals, answer.units)))
    }
    if answer.nextCursor != nil { page.line(.init("There are older ones: --limit shows up to 1000.", .faint)) }
    return page
  }

  /// A screen reader says the id last; the eye finds it first and passes over it.
  private mutating func entry(_ record: EntryRecord, _ answer: TimelineList.Answer, now: Instant, isPlain: Bool) {
    let id = Span(record.shortID, .faint)
    let cells: [Span] = [
      .init(record.clockSpan(answer.timeFormat, now: now)),
      .init(record.line(answer.units, now: now), .kind(record.entry.kind)),
    ]
    row(isPlain ? cells + [id] : [id] + cells)
  }
}
