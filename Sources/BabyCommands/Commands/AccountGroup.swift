import ArgumentParser
import BabyClient
import BabyProtocol

struct AccountGroup: NamedCommand {
  static let commandName = "account"

  static let subcommands: [any NamedCommand.Type] = [
    AccountStatusCommand.self, AccountUploadCommand.self, SessionsGroup.self, AccountPasswordCommand.self,
    AccountNameCommand.self, AccountEmailCommand.self, AccountResetCommand.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show who is logged in and where, and change the account.",
    discussion: """
        bbctl account
        bbctl account upload --child Eva --into Evi
        bbctl account sessions
        bbctl account password
      """,
    subcommands: subcommands, defaultSubcommand: subcommands.first)
}

struct AccountStatusCommand: Command {
  static let commandName = "status"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show who is logged in, where the token is kept, and whether the server answers.",
    usage: "bbctl account [status] [<options>]")

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    let socket = session.socketWithoutRemark()
    try session.answer(AccountStatus.self, .init(isThorough: true)) { answer in
      var page = Page.account(answer, now: session.now)
      if socket.other != nil { page.row([.init("Daemon", .strong), .init("\(socket.path), \(socket.words)")]) }
      return page
    }
  }
}

struct AccountUploadCommand: Command {
  static let commandName = "upload"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Upload what was logged without an account; doing it twice adds nothing.",
    usage: "bbctl account upload [<options>]")

  @Option(help: ArgumentHelp("Only what was logged for this child.", valueName: "name|id"))
  var child: String?

  @Option(
    help: ArgumentHelp(
      "The account's child to add it to; default: the one with the same name, or a new one.", valueName: "name|id"))
  var into: String?

  @Flag(name: .customLong("dry-run"), help: "Show what would be done, but change nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    try session.answer(AccountUpload.self, .init(childID: child, into: into, isDryRun: dryRun)) { .upload($0) }
  }
}

struct SyncCommand: Command {
  static let commandName = "sync"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Sync with the family server now; it also happens by itself every 30 seconds.",
    usage: "bbctl sync [<options>]",
    discussion: """
      It ends when everything is sent. If something cannot be sent now, it says
      how much, and the exit status is 1.
      """)

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    let answer = try session.relay(DashboardRefresh.self, .init()) { .refreshed($0) }
    switch answer.connection.state {
    case .online: if answer.connection.waiting != nil { session.end(with: .failed) }
    case .unauthenticated: session.end(with: .permission)
    case .local, .connecting, .offline: session.end(with: .failed)
    }
  }
}
