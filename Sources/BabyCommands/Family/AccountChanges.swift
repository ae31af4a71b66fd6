import ArgumentParser
import BabyModel
import BabyProtocol

struct AccountPasswordCommand: PatientCommand {
  static let commandName = "password"

  static let configuration = command(
    "Change the password, and end all other sessions.", usage: "account password",
    discussion: """
      bbctl asks for the current password and for the new one; neither is ever an
      argument. If you have forgotten it, see "bbctl account reset --help".
      """)

  @Flag(
    name: .customLong("password-stdin"),
    help: "Read the current password from the first line of standard input, and the new one from the second.")
  var passwordFromInput = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let old = try session.password(fromInput: passwordFromInput, "Current password")
    let new = try session.password(fromInput: passwordFromInput, "New password", isNew: true)
    try session.answer(AccountPassword.self, .init(old: old, new: new)) { Page(line: $0.message) }
  }
}

struct AccountNameCommand: PatientCommand {
  static let commandName = "name"

  static let configuration = command(
    "Change your name, as other caregivers see it on new entries.", usage: "account name <name>")

  @Argument(help: "Your name.")
  var name: String

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(AccountUpdate.self, .init(name: name)) { Page(line: $0.message) }
  }
}

struct AccountEmailCommand: PatientCommand {
  static let commandName = "email"

  static let configuration = command(
    "Change the e-mail address that you log in with.", usage: "account email <address>",
    discussion: "You are asked for the password; it is never an argument.")

  @Argument(help: "The e-mail address.")
  var address: String

  @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
  var passwordFromInput = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let password = try session.password(fromInput: passwordFromInput)
    try session.answer(AccountUpdate.self, .init(email: address, password: password)) { Page(line: $0.message) }
  }
}

struct AccountResetCommand: PatientCommand {
  static let commandName = "reset"

  static let configuration = command(
    "Set a new password with a code, if you have forgotten yours, and log in.",
    usage: "account reset <code> [--server <url>]",
    discussion: """
      The family server's administrator gives you the code, with "babybasics-server
      user password-code". It works once, within an hour. All other sessions end.
      """)

  @Argument(help: OptionHelp.code) var code: [String]

  @Option(
    help: ArgumentHelp("The family server; default: the last one, or bbctl asks.", valueName: "url"))
  var server: String?

  @Flag(
    name: .customLong("password-stdin"),
    help: "Read the new password from standard input: its first line, or the one after the code.")
  var passwordFromInput = false

  @Flag(
    name: .customLong("insecure-http"),
    help: "Allow plain http to other machines; others on the network can read everything.")
  var insecureHTTP = false

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let known = try session.call(AccountStatus.self, .init()).account
    let address = try session.server(server, insecureHTTP: insecureHTTP, known: known)
    let typed = session.code(code)
    let password = try session.password(fromInput: passwordFromInput, "New password", isNew: true)
    let answer = try session.relay(
      AccountReset.self,
      .init(code: typed, password: password, server: address.description, allowsInsecureHTTP: insecureHTTP)
    ) { Page(line: $0.message) }
    try session.follow(answer)
  }
}
