import ArgumentParser
import BabyModel
import BabyProtocol

struct SessionsGroup: ParsableCommand, NamedCommand {
  static let commandName = "sessions"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(SessionsListCommand.self)
    add(SessionsRenameCommand.self)
    add(SessionsEndCommand.self)
    add(SessionsEndOthersCommand.self)
  }

  static let configuration = group(
    "Show which machines and programs are logged in to the account, and end sessions.",
    discussion: """
      A machine whose session was ended keeps what it has not sent, and has to log
      in again. Changing the password ends all other sessions, too.

        bbctl account sessions
        bbctl account sessions end 3f9a21
      """)
}

struct SessionsListCommand: PatientCommand {
  static let commandName = "list"

  static let configuration = command(
    "List the account's sessions, the one used last first.", usage: "account sessions [list]")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountSessions.self, .init()) { .sessions($0, now: session.now) }
  }
}

struct SessionsRenameCommand: PatientCommand {
  static let commandName = "rename"

  static let configuration = command(
    "Give a session another name; default: this machine's own.",
    usage: "account sessions rename <name> [--session <session>]")

  @Argument(help: "The name, such as that of the machine.")
  var name: String

  @Option(help: OptionHelp.session)
  var session: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountRenameSession.self, .init(id: self.session, name: name)) { Page(line: $0.message) }
  }
}

struct SessionsEndCommand: PatientCommand {
  static let commandName = "end"

  static let configuration = command(
    "End a session: that machine has to log in again.", usage: "account sessions end <session>")

  @Argument(help: OptionHelp.session)
  var session: String

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountEndSession.self, .init(id: self.session)) { Page(line: $0.message) }
  }
}

struct SessionsEndOthersCommand: PatientCommand {
  static let commandName = "end-others"

  static let configuration = command(
    "End all sessions but this machine's own.", usage: "account sessions end-others")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountEndOtherSessions.self, .init()) { Page(line: $0.message) }
  }
}

extension Page {
  /// The devices of the account: "3f9a21  living-room · babybasicsd  used 2h ago  from 192.0.2.0/24  this machine"
  static func sessions(_ answer: AccountSessions.Answer, now: Instant) -> Page {
    var page = Page()
    page.heading("Sessions")
    for session in answer.sessions {
      page.row([
        .init(String(session.id.description.suffix(6)), .id), .init(session.name ?? Words.unnamedSession, .strong),
        .init("used " + Words.ago(session.usedAt, now: now).lowercased()),
        .init(session.network.map { "from \($0)" } ?? "", .faint),
        .init("began " + Words.ago(session.createdAt, now: now).lowercased(), .faint, .spare),
        .init(session.id == answer.current ? "this machine" : "", .faint),
      ])
    }
    return page
  }
}
