import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Login: PatientCommand {
  static let commandName = "login"

  static let configuration = command(
    "Log in to a family server, to share the log with other caregivers and machines.",
    usage: "login [--server <url>] [--email <address>]",
    discussion: """
      bbctl asks for the password, or reads it from standard input; it is never an
      argument. You do not need an account to log on this machine only.

        bbctl login --server https://baby.example
        pass show baby | bbctl login --email anna@example.org --password-stdin
      """)

  @OptionGroup var account: ServerOptions
  @OptionGroup var upload: UploadOption
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.offerUpload(upload.upload, of: session.enter(account))
  }
}

struct Register: PatientCommand {
  static let commandName = "register"

  static let configuration = command(
    "Create an account on a family server and log in.",
    usage: "register [--server <url>] [--email <address>] [--name <name>] [--code <code>]",
    discussion: """
      bbctl asks for the password, or reads it from standard input; it is never an
      argument.

      Most servers require a code: a share code from "bbctl share create", which
      also shares the child, or an invitation from the server's administrator.

        bbctl register --server https://baby.example --name Ben --code CODE
      """)

  @Option(help: "Your name, as other caregivers see it on entries.")
  var name: String?

  @Option(help: "A share code, or an invitation from the server's administrator.")
  var code: String?

  @OptionGroup var account: ServerOptions
  @OptionGroup var upload: UploadOption
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let name = try session.text(
      name, "Your name, as other caregivers see it", offering: nil, missing: "Give your name: --name NAME")
    let entered = try session.enter(account, registeringAs: name, code: code)
    // Make the shared child available for the next command.
    if code != nil { _ = try? session.call(DashboardRefresh.self, .init()) }
    try session.offerUpload(upload.upload, of: entered)
  }
}

struct Logout: PatientCommand {
  static let commandName = "logout"

  static let configuration = command(
    "Log out; unsent changes are kept until the next login.", usage: "logout [--local]")

  @Flag(help: "End the session here without telling the server, when it cannot be reached.")
  var local = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountLogout.self, .init(isLocal: local)) { Page(line: $0.message) }
  }
}

extension CommandSession {
  /// Logs in or registers, reports it, and continues in the account's database.
  ///
  /// - Parameters:
  ///   - name: the name to register with; nil logs in.
  ///   - code: to register with; asks for it if the server requires one.
  func enter(
    _ options: ServerOptions, registeringAs name: String? = nil, code: String? = nil
  ) throws -> AccountRecord {
    let known = try call(AccountStatus.self, .init()).account
    let credentials = try credentials(options, known: known, isNew: name != nil)
    let answer: AccountAnswer
    if let name {
      var params = AccountRegister.Params(
        email: credentials.email, password: credentials.password, name: name, code: code, server: credentials.server,
        allowsInsecureHTTP: options.insecureHTTP)
      do { answer = try register(params) } catch {
        guard case .refused(let refusal) = error, refusal.code == .codeNeeded, hasPerson else { throw error }
        guard let typed = ask("The code that this server wants:"), !typed.isEmpty else { throw error }
        params.code = typed
        answer = try register(params)
      }
    } else {
      answer = try relay(
        AccountLogin.self,
        .init(
          email: credentials.email, password: credentials.password, server: credentials.server,
          allowsInsecureHTTP: options.insecureHTTP)
      ) { Page(line: $0.message) }
    }
    try follow(answer)
    return answer.account
  }

  private func register(_ params: AccountRegister.Params) throws(ClientError) -> AccountAnswer {
    try relay(AccountRegister.self, params) { Page(line: $0.message) }
  }

  /// Offers to upload the entries from before the account, which are neither dropped nor taken along without asking.
  ///
  /// - Parameter choice: the value of the options.
  fileprivate func offerUpload(_ choice: Bool?, of account: AccountRecord) throws(ClientError) {
    guard choice != false else { return }
    // Children may have come without an entry yet.
    if choice == true { return try answer(AccountUpload.self, .init()) { .done($0.message, isDryRun: $0.isDryRun) } }
    var count = account.localEntries
    // The daemon counts them when it has opened the account's database.
    if count == nil { count = try call(AccountStatus.self, .init(isThorough: true)).account.localEntries }
    guard let count, count > 0 else { return }
    let entries = Words.count(count, .entries)
    if hasPerson, agrees("Upload \(entries) logged without an account?") {
      try answer(AccountUpload.self, .init()) { .done($0.message, isDryRun: $0.isDryRun) }
    } else {
      remark("\(entries) logged without an account \(count == 1 ? "stays" : "stay") here: bbctl account upload")
    }
  }
}
