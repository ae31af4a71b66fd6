import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Login: Command {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Log in to a family server, to share the log with other caregivers and machines.",
    usage: "bbctl login [--server <url>] [--email <address>] [<options>]",
    discussion: """
      The password is asked for, or read from standard input; it is never an
      argument. Everything works without an account too, on this machine alone.

        bbctl login --server https://baby.example
        pass show baby | bbctl login --email anna@example.org --password-stdin
      """)

  @OptionGroup var account: ServerOptions
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: Session) throws {
    let known = try session.call(AccountStatus.self, .init()).account
    let credentials = try session.credentials(account, known: known, isNew: false)
    let answer = try session.relay(
      AccountLogin.self,
      .init(
        email: credentials.email, password: credentials.password, server: credentials.server,
        allowsInsecureHTTP: account.insecureHTTP)
    ) { Page(line: $0.message) }
    try session.follow(answer)
    try session.offerUpload(account.upload, of: answer.account)
  }
}

struct Register: Command {
  static let configuration = CommandConfiguration(
    commandName: "register",
    abstract: "Make an account on a family server and log in.",
    usage: "bbctl register [--server <url>] [--email <address>] [--name <name>] [<options>]",
    discussion: """
      The password is asked for, or read from standard input; it is never an
      argument.

        bbctl register --server https://baby.example --email anna@example.org --name Anna
      """)

  @Option(help: "Your name, as other caregivers see it on entries.")
  var name: String?

  @OptionGroup var account: ServerOptions
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: Session) throws {
    let known = try session.call(AccountStatus.self, .init()).account
    let name = try session.text(
      name, "Your name, as other caregivers see it", offering: nil, missing: "Say what you are called: --name NAME")
    let credentials = try session.credentials(account, known: known, isNew: true)
    let answer = try session.relay(
      AccountRegister.self,
      .init(
        email: credentials.email, password: credentials.password, name: name, server: credentials.server,
        allowsInsecureHTTP: account.insecureHTTP)
    ) { Page(line: $0.message) }
    try session.follow(answer)
    try session.offerUpload(account.upload, of: answer.account)
  }
}

struct Logout: Command {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Log out; what was not sent is kept for the next login.",
    usage: "bbctl logout [--local] [<options>]")

  @Flag(help: "Forget the session here, where the server cannot be reached to be told.")
  var local = false

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: Session) throws {
    try session.answer(AccountLogout.self, .init(isLocal: local)) { Page(line: $0.message) }
  }
}

extension Session {
  /// Offers to upload what was logged without an account, which is neither dropped nor taken along unasked.
  ///
  /// - Parameter choice: what the options say.
  fileprivate func offerUpload(_ choice: Bool?, of account: AccountRecord) throws(ClientError) {
    guard choice != false else { return }
    var count = account.localEntries
    // The daemon counts them when it has opened the account's database.
    if count == nil { count = try call(AccountStatus.self, .init(isThorough: true)).account.localEntries }
    guard let count, count > 0 else { return }
    let entries = Words.count(count, .entries)
    let isWanted = choice ?? (hasPerson && agrees("Upload \(entries) logged without an account?"))
    if isWanted {
      try answer(AccountUpload.self, .init()) { .upload($0) }
    } else {
      remark("\(entries) logged without an account \(count == 1 ? "stays" : "stay") here: bbctl account upload")
    }
  }
}
