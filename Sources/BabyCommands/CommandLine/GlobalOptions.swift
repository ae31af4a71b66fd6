import ArgumentParser
import BabyClient

/// The options of every command.
struct GlobalOptions: ParsableArguments {
  @Flag(help: "Print the daemon's answer as one line of JSON.")
  var json = false

  @Flag(help: "Print plain lines for screen readers: no colour, no columns.")
  var plain = false

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  @Option(
    name: [.customShort("H"), .long],
    help: ArgumentHelp("Talk to the daemon on another machine, over ssh.", valueName: "user@host"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "How long one call may take; by default 45 when the server is involved.", valueName: "seconds"))
  var timeout = Timeout()

  func validate() throws {
    guard let host else { return }
    guard Self.isHost(host) else {
      throw ValidationError("--host must be a host name or user@host.")
    }
    if socket != nil { throw ValidationError("--host and --socket cannot be used together.") }
  }

  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.contains(where: \.isWhitespace)
  }

  var settings: SessionSettings {
    SessionSettings(
      printsJSON: json, isPlain: plain, socket: host.map { RemoteHost(name: $0).address } ?? socket,
      timeout: timeout)
  }

  /// For calls that take long.
  var patientSettings: SessionSettings {
    var settings = settings
    settings.timeout.usual = .seconds(45)
    return settings
  }
}

/// These options may also precede the command, or be between its words, as in `systemctl` and `git`. So may the child,
/// which many commands accept.
extension GlobalOptions {
  static let flags: Set<String> = ["--json", "--plain"]
  static let optionsWithValue: Set<String> = ["--socket", "--host", "-H", "--timeout"]

  /// The same arguments with these options after the command's words, where the command reads them.
  static func movedBehindCommand(_ arguments: [String]) -> [String] {
    var command: [String] = []
    var options: [String] = []
    var rest = arguments[...]
    var group: (any NamedCommand.Type)?
    while let word = rest.first {
      if let count = length(rest) ?? (command.isEmpty ? length(rest, withValue: ["--child"]) : nil) {
        options += rest.prefix(count)
        rest = rest.dropFirst(count)
      } else if let next = command.isEmpty
        ? CommandTable.command(named: word) : group?.subcommands.first(where: { $0.commandName == word })
      {
        command.append(word)
        rest = rest.dropFirst()
        group = next
      } else {
        // The name of a helper, or a typing error: the rest belongs to it.
        if command.isEmpty, !word.hasPrefix("-") { command.append(rest.removeFirst()) }
        break
      }
    }
    return command + options + rest
  }

  /// Whether there is nothing but these.
  static func areAll(of arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let count = length(rest) { rest = rest.dropFirst(count) }
    return rest.isEmpty
  }

  /// The same arguments with `--at -20m` as one: a time that begins with a dash is not an option.
  static func joiningTimes(_ arguments: [String]) -> [String] {
    guard arguments.contains(where: { times.contains($0) }) else { return arguments }
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" || argument == "--exec" { return joined + arguments[index...] }
      if let option = joined.last, times.contains(option), argument.hasPrefix("-"), Phrases.isPlain(argument) {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// The options for a point in time.
  static let times: Set<String> = ["--at", "--from", "--to", "--since"]

  /// How many arguments the option at the beginning takes; nil if it is not one of these.
  static func length(_ arguments: ArraySlice<String>) -> Int? {
    arguments.first.map(flags.contains) == true ? 1 : length(arguments, withValue: optionsWithValue)
  }

  /// The same for options that have a value, `--child Eva` or `--child=Eva`.
  static func length(_ arguments: ArraySlice<String>, withValue names: Set<String>) -> Int? {
    guard let first = arguments.first else { return nil }
    if names.contains(first) { return arguments.count > 1 ? 2 : nil }
    return names.contains { $0.hasPrefix("--") && first.hasPrefix($0 + "=") } ? 1 : nil
  }
}

/// How long one call may take.
struct Timeout: ExpressibleByArgument {
  /// The given timeout.
  private(set) var asked: Duration?
  /// The default without an option or a variable.
  var usual = CallTimeout.standard

  init(usual: Duration = CallTimeout.standard) { self.usual = usual }

  init?(argument: String) {
    guard let seconds = Double(argument), seconds > 0, seconds <= 3600 else { return nil }
    asked = .seconds(seconds)
  }

  var defaultValueDescription: String { "\(usual.components.seconds)" }

  /// - Throws: `badTimeout`.
  func duration(in environment: CommandEnvironment) throws(ClientError) -> Duration {
    if let asked { return asked }
    return try CallTimeout.chosen(usual: usual) { environment.variables[$0] }
  }
}
