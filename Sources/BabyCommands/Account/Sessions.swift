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

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show which machines and programs are logged in to the account, and end sessions.",
    discussion: """
      A machine whose session was ended keeps what it has not sent, and has to log
      in again. Changing the password ends all other sessions, too.

        bbctl account sessions
        bbctl account sessions end 3f9a21
      """,
    subcommands: parsers, defaultSubcommand: parsers.first)
}

struct SessionsListCommand: Command {
  static let commandName = "list"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "List the account's sessions, the one used last first.",
    usage: "bbctl account sessions [list] [<options>]")

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    try session.answer(AccountSessions.self, .init()) { .sessions($0, now: session.now) }
  }
}

struct SessionsRenameCommand: Command {
  static let commandName = "rename"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Give a session another name; default: this machine's own.",
    usage: "bbctl account sessions rename <name> [--session <session>] [<options>]")

  @Argument(help: "The name, such as that of the machine.")
  var name: String

  @Option(help: "The session: its last characters as the list shows them, or its whole id.")
  var session: String?

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    try session.answer(AccountRenameSession.self, .init(id: self.session, name: name)) { Page(line: $0.message) }
  }
}

struct SessionsEndCommand: Command {
  static let commandName = "end"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "End a session: that machine has to log in again.",
    usage: "bbctl account sessions end <session> [<options>]")

  @Argument(help: "The session: its last characters as the list shows them, or its whole id.")
  var session: String

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    try session.answer(AccountEndSession.self, .init(id: self.session)) { Page(line: $0.message) }
  }
}

struct SessionsEndOthersCommand: Command {
  static let commandName = "end-others"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "End all sessions but this machine's own.",
    usage: "bbctl account sessions end-others [<options>]")

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

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
