import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct AccountGroup: ParsableCommand, NamedCommand {
  static let commandName = "account"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(AccountStatusCommand.self)
    add(AccountUploadCommand.self)
    add(SessionsGroup.self)
    add(AccountPasswordCommand.self)
    add(AccountNameCommand.self)
    add(AccountEmailCommand.self)
    add(AccountResetCommand.self)
  }

  static let configuration = group(
    "Show who is logged in and where, and change the account.",
    discussion: """
        bbctl account
        bbctl account upload --child Eva --into Evi
        bbctl account sessions
        bbctl account password
      """)
}

struct AccountStatusCommand: PatientCommand {
  static let commandName = "status"

  static let configuration = command(
    "Show who is logged in, where the token is kept, and whether the server answers.", usage: "account [status]")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let socket = session.socketWithoutRemark()
    try session.answer(AccountStatus.self, .init(isThorough: true)) { answer in
      var page = Page.account(answer, now: session.now)
      if socket.other != nil { page.row([.init("Daemon", .strong), .init("\(socket.path), \(socket.words)")]) }
      return page
    }
  }
}

struct AccountUploadCommand: PatientCommand {
  static let commandName = "upload"

  static let configuration = command(
    "Upload entries from before the account; doing it twice adds nothing.", usage: "account upload")

  @Option(help: ArgumentHelp("Only what was logged for this child.", valueName: "name|id"))
  var child: String?

  @Option(
    help: ArgumentHelp(
      "The account's child to add it to; default: the one with the same name, or a new one.", valueName: "name|id"))
  var into: String?

  @Flag(help: OptionHelp.dryRun) var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountUpload.self, .init(childID: child, into: into, isDryRun: dryRun)) {
      .done($0.message, isDryRun: $0.isDryRun)
    }
  }
}

struct SyncCommand: PatientCommand {
  static let commandName = "sync"

  static let configuration = command(
    "Sync with the family server now; it also happens by itself every 30 seconds.", usage: "sync",
    discussion: """
      It ends when everything is sent. If something cannot be sent now, it says
      how much, and the exit status is 1.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let answer = try session.relay(DashboardRefresh.self, .init()) { .refreshed($0) }
    switch answer.connection.state {
    case .online: if answer.connection.waiting != nil { session.end(with: .failed) }
    case .unauthenticated: session.end(with: .permission)
    case .local, .connecting, .offline: session.end(with: .failed)
    }
  }
}

extension Page {
  /// The account, where the token is stored, and the state of the connection to the server.
  static func account(_ answer: AccountStatus.Answer, now: Instant) -> Page {
    let (account, connection) = (answer.account, answer.connection)
    var page = Page()
    if account.state == .onboarding {
      page.line("No account: entries stay on this machine.  ", .init("(bbctl register, bbctl login)", .faint))
      return page
    }
    let names = [account.name, account.email].compactMap(\.self).joined(separator: Words.separator)
    page.row([.init("Account", .strong), .init(names)])
    page.row([.init("Server", .strong), .init(account.server ?? "")])
    page.row([.init("State", .strong), state(of: answer, now: now)])
    if let place = account.tokenPlace { page.row([.init("Token", .strong), .init(words(place))]) }
    if let skew = connection.skewSeconds, abs(skew) >= 60 {
      page.row([.init("Clock", .strong), .init(Words.clockSkew(.seconds(skew)), .severity(.warning))])
    }
    page.waiting(connection)
    if let count = account.localEntries, count > 0 {
      let entries = Words.count(count, .entries) + " logged without an account: bbctl account upload"
      page.row([.init("Here", .strong), .init(entries)])
    }
    return page
  }

  /// "online · synced 2m ago", "offline · No connection · synced 2h ago", "logged out: bbctl login"
  private static func state(of answer: AccountStatus.Answer, now: Instant) -> Span {
    let connection = answer.connection
    guard answer.account.state == .authenticated else { return Span("logged out: bbctl login", .severity(.warning)) }
    let synced = connection.lastSyncedAt.map { Words.synced(Words.ago($0, now: now).lowercased()) }
    let parts = [connection.state.rawValue, connection.reason, synced].compactMap(\.self)
    return Span(parts.joined(separator: Words.separator), connection.isStale ? .severity(.warning) : .plain)
  }

  private static func words(_ place: TokenPlace) -> String {
    switch place {
    case .credential: "a credential of systemd"
    case .keyring: "the keyring"
    case .file: "a file that only you can read: there is no keyring"
    }
  }

  /// The number of pending changes, if there are any.
  mutating func waiting(_ connection: ConnectionRecord) {
    guard let waiting = connection.waiting else { return }
    row([
      .init("Waiting", .strong), .init(waiting, connection.failed > 0 ? .severity(.error) : .plain),
      .init(connection.failed > 0 ? "bbctl queue" : "", .faint),
    ])
  }

  /// The warning above data that may be outdated.
  mutating func warning(_ sync: AccountStatus.Answer?, _ format: TimeFormat, now: Instant) {
    guard let connection = sync?.connection, let text = connection.warning(format, now: now) else { return }
    line(
      .init(text, .severity(.warning)), .init(connection.state == .unauthenticated ? "  (bbctl login)" : "", .faint))
  }

  /// "Synced · 3 changes", "Not all is sent yet · 3 changes", "Not synced · No connection"
  static func refreshed(_ answer: DashboardRefresh.Answer) -> Page {
    var page = Page()
    let connection = answer.connection
    switch connection.state {
    case .online:
      let news = answer.changes == 0 ? "nothing new" : Words.changes(answer.changes)
      if connection.waiting == nil {
        page.line(.init("Synced" + Words.separator + news))
      } else {
        page.line(.init("Not everything is sent yet" + Words.separator + news, .severity(.warning)))
      }
    case .unauthenticated: page.line(.init("Not synced · logged out: bbctl login", .severity(.warning)))
    case .local, .connecting, .offline:
      let reason = connection.reason ?? connection.state.rawValue
      page.line(.init("Not synced" + Words.separator + reason, .severity(.warning)))
    }
    page.waiting(connection)
    return page
  }
}
