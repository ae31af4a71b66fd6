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

  /// For a call that the daemon answers only when the family server, which has 30 seconds, has answered it, or that does a
  /// part of some long work.
  var patient: GlobalOptions {
    var options = self
    options.timeout.usual = .seconds(45)
    return options
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
  func duration(in surroundings: Surroundings) throws(ClientError) -> Duration {
    if let asked { return asked }
    return try CallTimeout.chosen(usual: usual) { surroundings.variables[$0] }
  }
}
