import ArgumentParser
import BabyClient
import BabyProtocol

struct Dash: Command {
  static let commandName = "dash"

  static let configuration = command(
    "Show the day on the whole terminal, and log from it with keys or the mouse.", usage: "dash",
    discussion: """
      It shows the last of each kind, the day as a band and its entries, and keeps
      them up to date. f, d, s, t and n log a feed, a diaper, a sleep, tummy time and
      a note; the arrows choose an entry, e edits it and x deletes it; u undoes. ?
      lists all keys, and q quits.
      """)

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if global.json { throw ValidationError("--json cannot be used with a screen: bbctl watch --json") }
    if global.plain { throw ValidationError("--plain cannot be used with a screen: bbctl watch --plain") }
  }

  /// Becomes the program that has the screen, for the same daemon.
  func run(in session: CommandSession) throws {
    let environment = session.environment
    guard environment.inputIsTerminal, environment.outputIsTerminal else {
      throw UsageError(message: "\"bbctl dash\" needs a terminal.", hint: "bbctl status")
    }
    var variables = ["BABYBASICS_SOCKET": session.socket.path]
    if let timeout = global.timeout.asked?.components.seconds {
      variables[ClientVariable.timeout] = "\(max(1, timeout))"
    }
    environment.become("bbctl-dash", child.map { ["--child", $0] } ?? [], variables)
    throw UsageError(message: "bbctl-dash, which shows the screen, is not installed.", hint: "bbctl watch")
  }
}
