import ArgumentParser
import BabyModel
import BabyProtocol

struct AccountPasswordCommand: Command {
  static let commandName = "password"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Change the password, and end all other sessions.",
    usage: "bbctl account password [<options>]",
    discussion: """
      bbctl asks for the current password and for the new one; neither is ever an
      argument. If you have forgotten it, see "bbctl account reset --help".
      """)

  @Flag(
    name: .customLong("password-stdin"),
    help: "Read the current password from the first line of standard input, and the new one from the second.")
  var passwordFromInput = false

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    let old = try session.password(fromInput: passwordFromInput, "Current password")
    let new = try session.password(fromInput: passwordFromInput, "New password", isNew: true)
    try session.answer(AccountPassword.self, .init(old: old, new: new)) { Page(line: $0.message) }
  }
}

struct AccountNameCommand: Command {
  static let commandName = "name"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Change your name, as other caregivers see it on new entries.",
    usage: "bbctl account name <name> [<options>]")

  @Argument(help: "Your name.")
  var name: String

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    try session.answer(AccountUpdate.self, .init(name: name)) { Page(line: $0.message) }
  }
}

struct AccountEmailCommand: Command {
  static let commandName = "email"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Change the e-mail address that you log in with.",
    usage: "bbctl account email <address> [<options>]",
    discussion: "You are asked for the password; it is never an argument.")

  @Argument(help: "The e-mail address.")
  var address: String

  @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
  var passwordFromInput = false

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    let password = try session.password(fromInput: passwordFromInput)
    try session.answer(AccountUpdate.self, .init(email: address, password: password)) { Page(line: $0.message) }
  }
}

struct AccountResetCommand: Command {
  static let commandName = "reset"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Set a new password with a code, if you have forgotten yours, and log in.",
    usage: "bbctl account reset <code> [--server <url>] [<options>]",
    discussion: """
      The family server's administrator gives you the code, with "babybasics-server
      user password-code". It works once, within an hour. All other sessions end.
      """)

  @Argument(
    help: "The code, or - for the first line of standard input. Spaces, dashes and small letters do not matter.")
  var code: [String]

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

  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    let known = try session.call(AccountStatus.self, .init()).account
    let address = try session.server(server, insecureHTTP: insecureHTTP, known: known)
    let code = code == ["-"] ? session.environment.readLine() ?? "" : code.joined(separator: " ")
    let password = try session.password(fromInput: passwordFromInput, "New password", isNew: true)
    let answer = try session.relay(
      AccountReset.self,
      .init(code: code, password: password, server: address.description, allowsInsecureHTTP: insecureHTTP)
    ) { Page(line: $0.message) }
    try session.follow(answer)
  }
}
