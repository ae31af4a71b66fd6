import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl today` and `bbctl history` show.
  static func timeline(_ answer: TimelineList.Answer, now: Instant, isPlain: Bool) -> Page {
    var page = Page()
    var date: Substring = ""
    if answer.entries.isEmpty { page.line("No events") }
    for record in answer.entries {
      let day = record.startLocal.prefix(10)
      if day != date {
        if !date.isEmpty { page.gap() }
        page.heading("\(day) · \(answer.child.name)")
        date = day
      }
      let id = Page.Span(String(record.entry.id.description.suffix(6)), .faint)
      let cells: [Page.Span] = [
        .init(Clock.times(record, answer.timeFormat)),
        .init(Clock.label(record.entry.kind), .kind(record.entry.kind)),
        .init(Clock.detail(record, now: now)),
      ]
      page.row(isPlain ? cells + [id] : [id] + cells)
    }
    if let totals = answer.totals {
      page.gap()
      page.line(.init(Self.totals(totals)))
    }
    if answer.nextCursor != nil { page.line(.init("There are more: --limit shows up to 1000.", .faint)) }
    return page
  }
}
