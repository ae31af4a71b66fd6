import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// `bbctl-demo`: a made-up family for as long as a shell or a command runs, and nothing of it afterwards.
///
/// It never comes near a real database: daemon, database and socket are the demo's own.
enum DemoProgram {
  static let usage = """
    Usage: bbctl --demo [command…]
           bbctl demo <family> [command…]

    Shows the day of a made-up family, and opens a shell in which bbctl and bars are
    the family's. With a command, runs only that, and ends with its exit status.
    Without a terminal, shows the day and ends. The family has a daemon and a
    database of its own, and both are gone afterwards.

    Examples:
      bbctl --demo                   look around
      bbctl --demo today             one command
      bbctl demo twins               the same with another family
      bbctl demo twins status --child all

    Families:
    \(Scenario.allCases.map { "  \($0.rawValue)" + String(repeating: " ", count: 17 - $0.rawValue.count) + $0.summary }.joined(separator: "\n"))

    "bbctl --demo" is the family 3months.

    """

  /// - Returns: the exit status.
  static func main(_ arguments: [String]) -> Int32 {
    // What is left to do when the reader of the output is gone has to be done all the same.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(arguments.prefix(2))
    if words.contains("--help") || words.contains("-h") {
      say(usage)
      return ExitStatus.success.rawValue
    }
    if arguments == ["--version"] {
      say(versionText + "\n")
      return ExitStatus.success.rawValue
    }
    guard let name = arguments.first else {
      _ = writeAll(Array(usage.utf8), to: STDERR_FILENO)
      return ExitStatus.invalid.rawValue
    }
    guard let scenario = Scenario(rawValue: name) else {
      let nearest = nearestName(to: name, among: Scenario.allCases.map(\.rawValue))
      let question = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
      return refuse(.invalid, "There is no family \"\(name.excerpt)\".\(question) To see all, run: bbctl demo --help")
    }
    let command = Array(arguments.dropFirst())
    if let problem = problem(with: command) { return refuse(.invalid, problem) }
    if let socket = variable("BABYBASICS_SOCKET"), DemoDaemon.isOwn(socket) {
      let words = ["bbctl"] + command.map(\.shellQuoted)
      let hint = command.isEmpty ? "To leave it, run: exit" : "Run here: " + words.joined(separator: " ")
      return refuse(.state, "This is a demo's shell already: all commands in it are for the made-up family. " + hint)
    }
    return run(scenario, command)
  }

  private static func problem(with command: [String]) -> String? {
    if let word = command.first, command.count == 1, Scenario(rawValue: word) != nil {
      return "\"\(word)\" is a family and not a command. Run: bbctl demo \(word)"
    }
    let options = command.prefix { $0 != "--" }
    guard
      let elsewhere = options.first(where: { word in
        word == "-H" || ["--host", "--socket"].contains { word == $0 || word.hasPrefix($0 + "=") }
      })
    else { return nil }
    return "\(elsewhere) chooses another daemon than the demo's. Leave out one of the two."
  }

  private static func run(_ scenario: Scenario, _ command: [String]) -> Int32 {
    let children = DemoChildren()
    do {
      let timeout = try CallTimeout.chosen(variable: variable)
      let daemon = try DemoDaemon(timeout: timeout)
      defer { daemon.end() }
      try daemon.start()
      try daemon.fill(scenario, now: WallClock.now)
      setenv("BABYBASICS_SOCKET", daemon.socket, 1)
      let bbctl = Spawn.ownProgram("bbctl")
      if !command.isEmpty { return try children.run([bbctl] + command) }
      return try look(scenario, bbctl, in: daemon.folder, children)
    } catch let error as ClientError {
      return refuse(error.exitStatus, error.message)
    } catch let error as DemoFailure {
      return refuse(error.status, error.message)
    } catch let interruption as DemoInterruption {
      return interruption.status
    } catch {
      return refuse(.failed, "\(error)")
    }
  }

  /// Shows the day, and opens a shell if a person is present.
  private static func look(
    _ scenario: Scenario, _ bbctl: String, in folder: String, _ children: DemoChildren
  ) throws -> Int32 {
    let isPerson = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    say("A made-up family (\(scenario.rawValue)), \(scenario.summary).\n\n")
    // Nothing waits for a key before the shell is there.
    let pager = variable("PAGER")
    setenv("PAGER", "cat", 1)
    // Early in the morning there is not much of today.
    let isEarly = DemoDaemon.hour(at: WallClock.now) < 8
    for page in [["status"], isEarly ? ["history", "yesterday"] : [], ["today"]] where !page.isEmpty {
      let status = try children.run([bbctl] + page)
      guard status == 0 else { return status }
      say("\n")
    }
    if let pager { setenv("PAGER", pager, 1) } else { unsetenv("PAGER") }
    guard isPerson else {
      let words = scenario == .threeMonths ? "--demo" : "demo " + scenario.rawValue
      say("To look around in it, run on a terminal: bbctl \(words)\n")
      return 0
    }
    say(
      """
      All commands in this shell are for the made-up family, also those that log. Try:
        bbctl bottle 120ml
        bbctl predict
        bbctl growth
      To leave it: exit

      """)
    let status = try children.run(DemoShell.command(in: folder))
    say("The made-up family is gone. In this shell, bbctl is yours again.\n")
    return status
  }

  private static func say(_ text: String) { _ = writeAll(Array(text.utf8), to: STDOUT_FILENO) }

  private static func refuse(_ status: ExitStatus, _ message: String) -> Int32 {
    _ = writeAll(Array("bbctl-demo: \(message)\n".utf8), to: STDERR_FILENO)
    return status.rawValue
  }
}

/// A variable of this program's environment.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Why there is no demo.
struct DemoFailure: Error {
  let message: String
  let status: ExitStatus
}

/// A signal that ends the demo.
struct DemoInterruption: Error {
  let signal: Int32

  /// As shells have it.
  var status: Int32 { 128 + signal }
}
