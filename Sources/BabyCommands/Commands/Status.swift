import ArgumentParser
import BabyProtocol

struct Status: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how the day stands: what is running, the last of each, today's counts.",
    usage: "bbctl status [<options>]")

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: Session) throws {
    let sync = session.printsJSON ? nil : session.sync()
    // Before anything else, for without the log that was lost there may be nothing else to say.
    if let lost = sync?.lostLog { session.show(.lostLog(lost)) }
    try session.answer(DashboardGet.self, .init(childID: child)) { .dashboard($0, sync: sync, now: session.now) }
  }
}
