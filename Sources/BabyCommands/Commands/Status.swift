import ArgumentParser
import BabyClient
import BabyProtocol

struct Status: Command {
  static let commandName = "status"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show the day so far: what is running, the last of each kind, today's counts.",
    usage: "bbctl status [<child>] [<options>]",
    discussion: """
      What needs attention is on top: a session that is over, what could not be
      sent, what is late, a timer that nobody stopped. On a terminal, conflicts
      in the inbox and reminders that are not done are among it.
      """)

  @OptionGroup var shown: ShownChild
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

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
        dashboard, sync: sync, attention: attention, isFurther: session.isFurtherChild, now: session.now))
  }
}
