import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// What `bbctl status` shows: what is running, the last of each kind, today's counts, and what is not sent yet.
  ///
  /// - Parameter sync: who is logged in, and how the family server is reached.
  static func dashboard(_ dashboard: DashboardGet.Answer, sync: AccountStatus.Answer? = nil, now: Instant) -> Page {
    let lines = DashboardLines(dashboard, now: now)
    var page = Page(theme: dashboard.theme)
    page.warning(sync, dashboard.timeFormat, now: now)
    page.heading(dashboard.child.name)
    for running in lines.running {
      page.line(.init(lines.running(running), .active))
      if Timer.isForgotten(running.entry, now: now) {
        let command = "bbctl \(running.entry.kind.rawValue) stop --at TIME"
        page.line(.init("It must have ended by now. Say when: \(command)", .severity(.warning)))
      }
    }
    page.gap()
    for kind in [EntryKind.feeding, .diaper, .sleep, .tummyTime] {
      page.last(kind, lines.last(kind, unless: sync?.account.name))
    }
    page.gap()
    page.next(.feeding, dashboard.nextFeedingDue, dashboard.nextFeedingDueLocal, lines, now: now)
    page.next(.diaper, dashboard.nextDiaperDue, dashboard.nextDiaperDueLocal, lines, now: now)
    for (kind, text) in lines.predictions {
      page.row([.init(Words.title(kind), .kind(kind.entryKind)), .init(text)])
    }
    page.row([.init("Today", .strong), .init(lines.today)])
    if let sync { page.waiting(sync.connection) }
    return page
  }

  private mutating func last(_ kind: EntryKind, _ last: DashboardLines.Last?) {
    let label = Span(Words.title(kind), .kind(kind))
    guard let last else { return row([label, .init("none yet", .faint)]) }
    let details =
      last.what.map { Span($0) } + [
        .init(last.note ?? "", .plain, .prose), .init(last.author ?? "", .plain, .spare),
      ]
    row(cells: [[label], [.init(last.ago), .init(last.clock, .plain, .spare)], details])
  }

  private mutating func next(
    _ kind: EntryKind, _ due: Instant?, _ local: String?, _ lines: DashboardLines, now: Instant
  ) {
    guard let due, let local else { return }
    row([
      Span(Words.next(kind), .kind(kind)),
      Span(lines.due(due, local: local), due <= now ? .severity(.warning) : .plain),
    ])
  }

  /// What `bbctl sleep status` shows.
  static func sleepStatus(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    let lines = DashboardLines(dashboard, now: now)
    let what = dashboard.runningSleep.map { lines.running($0) } ?? "Not sleeping"
    return Page(line: what + Words.separator + dashboard.child.name)
  }
}
