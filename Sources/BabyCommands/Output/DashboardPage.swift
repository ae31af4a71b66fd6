import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The page of `bbctl status`: first problems, then running timers, the last of each kind, upcoming events and
  /// today's counts.
  ///
  /// - Parameters:
  ///   - sync: who is logged in, and how the family server is reached.
  ///   - attention: other open matters, if requested.
  ///   - isFurther: another child stands above, with what concerns all of them.
  static func dashboard(
    _ dashboard: DashboardGet.Answer, sync: AccountStatus.Answer? = nil, attention: OpenMatters = OpenMatters(),
    isFurther: Bool = false, now: Instant
  ) -> Page {
    let lines = DashboardLines(dashboard, now: now)
    let old = lines.lastBeforeLongTime
    var page = Page(theme: dashboard.theme)
    if !isFurther {
      page.warning(sync, dashboard.timeFormat, now: now)
      page.attention(sync, attention)
    }
    page.heading(dashboard.child.name)
    if let old { page.old(old) } else { page.late(lines, attention, now: now) }
    for running in lines.running {
      page.line(.init(lines.running(running), .active))
      if Timer.isAhead(running.entry, now: now) {
        let since = running.span(dashboard.timeFormat, now: now)
        let command = "bbctl edit \(running.shortID) --at TIME"
        page.line(
          .init("It begins in the future, at \(since). Say when it began: \(command)", .severity(.warning)))
      } else if Timer.isForgotten(running.entry, now: now) {
        let command = stopCommand(running.entry.timer) + " --at TIME"
        page.line(.init("It must have ended by now. Say when: \(command)", .severity(.warning)))
      }
    }
    if let awake = lines.awake { page.line(.init(awake, .active)) }
    page.gap()
    for kind in [EntryKind.feeding, .diaper, .sleep, .tummyTime] {
      page.last(kind, lines.last(kind, unless: sync?.account.name))
    }
    page.gap()
    // No rows: a name as on its box would push all others aside.
    for (name, text) in lines.medicines { page.line(.init(Words.line([name, text]))) }
    if old == nil {
      for (kind, due) in lines.upcoming { page.row([.init(Words.next(kind), .kind(kind)), .init(due)]) }
    }
    for (kind, text) in lines.predictions {
      page.row([.init(Words.title(kind), .kind(kind.entryKind)), .init(text)])
    }
    page.row([.init("Today", .strong), .init(lines.today)])
    if let sync, sync.connection.failed == 0, !isFurther { page.waiting(sync.connection) }
    return page
  }

  private static func stopCommand(_ timer: TimerKey) -> String {
    switch timer.kind {
    case .feeding: "bbctl feed stop"
    case .declared: "bbctl stop \(timer.name.shellQuoted)"
    case .diaper, .sleep, .tummyTime, .note: "bbctl \(timer.kind.rawValue) stop"
    }
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

  /// The page of `bbctl sleep status`.
  static func sleepStatus(_ dashboard: DashboardGet.Answer, now: Instant) -> Page {
    let lines = DashboardLines(dashboard, now: now)
    let what = dashboard.runningSleep.map { lines.running($0) } ?? lines.awake ?? "Not sleeping"
    return Page(line: what + Words.separator + dashboard.child.name)
  }
}
