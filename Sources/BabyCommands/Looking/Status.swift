import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Status: EachChildCommand {
  static let commandName = "status"

  static let configuration = command(
    "Show the day so far: what is running, the last of each kind, today's counts.", usage: "status [<child>]",
    discussion: """
      Problems come first: an ended session, changes that could not be sent, overdue
      events, a forgotten timer; on a terminal, also conflicts in the inbox and open
      reminders.
      """)

  @OptionGroup var shown: ChildArgument
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let child = words.isEmpty ? nil : Phrases.line(words)
    return { try show(child: child, in: $0) }
  }

  func run(in session: CommandSession) throws { try Self.show(child: shown.name, in: session) }

  static func show(child: String?, in session: CommandSession) throws(ClientError) {
    let params = DashboardGet.Params(childID: child)
    if session.printsJSON { return try session.answer(DashboardGet.self, params) { .dashboard($0, now: session.now) } }
    let dashboard: DashboardGet.Answer
    do throws(ClientError) { dashboard = try session.call(DashboardGet.self, params) } catch {
      // Without the log that was lost there may be no child.
      if case .refused(let refusal) = error, refusal.code.name == ErrorCode.noChild.name,
        let lost = session.sync()?.lostLog
      {
        session.show(.lostLog(lost))
      }
      throw error
    }
    let sync = session.sync()
    if let lost = sync?.lostLog, !session.isFurtherChild { session.print(.lostLog(lost)) }
    let attention = session.attention(for: dashboard.child, sync)
    session.print(
      .dashboard(
        dashboard, sync: sync, attention: attention, picture: session.picture(of: dashboard.child),
        isFurther: session.isFurtherChild, now: session.now))
  }
}

extension Page {
  /// The page of `bbctl status`: first problems, then running timers, the last of each kind, upcoming events and
  /// today's counts.
  ///
  /// - Parameters:
  ///   - sync: the account and the state of the connection to the server.
  ///   - attention: other open matters, if requested.
  ///   - picture: the day as a band, made only if it is drawn; nil without one.
  ///   - isFurther: another child is above, with the matters of all children.
  static func dashboard(
    _ dashboard: DashboardGet.Answer, sync: AccountStatus.Answer? = nil, attention: PendingItems = PendingItems(),
    picture: @autoclosure () -> PagePicture? = nil, isFurther: Bool = false, now: Instant
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
    if old == nil, let picture = picture() { page.draw(picture) }
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

/// Open matters that need a person and are not in a dashboard.
struct PendingItems {
  /// Undecided conflicts in the inbox.
  var conflicts = 0
  /// Reminders of the child that were sent and are not done.
  var reminders: [ReminderRecord] = []
}

extension CommandSession {
  /// Requested only for people, because it costs extra calls. Missing answers are left out.
  func attention(for child: ChildReference, _ sync: AccountStatus.Answer?) -> PendingItems {
    var attention = PendingItems()
    guard environment.outputIsTerminal else { return attention }
    if sync?.account.state != .onboarding, let inbox = try? call(InboxList.self, .init()) {
      attention.conflicts = inbox.items.count { $0.kind == .conflict && !$0.isDismissed }
    }
    attention.reminders = (try? call(ReminderList.self, .init(childID: "\(child.id)")).open) ?? []
    return attention
  }
}

extension Page {
  /// Matters that concern all children.
  mutating func attention(_ sync: AccountStatus.Answer?, _ attention: PendingItems) {
    if let connection = sync?.connection, connection.failed > 0, let waiting = connection.waiting {
      line(.init(waiting, .severity(.error)), .init("  (bbctl queue)", .faint))
    }
    if attention.conflicts > 0 {
      line(.init(Words.conflicts(attention.conflicts), .severity(.warning)), .init("  (bbctl inbox)", .faint))
    }
  }

  /// Overdue matters of a child: from the dashboard, and reminders of anything else.
  mutating func late(_ lines: DashboardLines, _ attention: PendingItems, now: Instant) {
    for (_, text) in lines.overdue { line(.init(text, .overdue)) }
    for reminder in attention.reminders where reminder.kind == .custom {
      let name = (reminder.name ?? reminder.id).shellQuoted
      let text = reminder.text + Words.separator + Words.ago(reminder.due, now: now)
      line(.init(text, .severity(.warning)), .init("  (bbctl remind dismiss \(name))", .faint))
    }
  }

  /// Why nothing on the page is about today.
  mutating func old(_ last: LocalTime) {
    let (date, today) = (last.local.date, last.today)
    line(
      .init(Words.nothingSince(date, today: today), .severity(.warning)),
      .init("  (bbctl history \(date.description.prefix(7)))", .faint))
  }
}
