import BabyClient
import BabyModel
import BabyProtocol
import CProcess
import Glibc
import SystemCalls
import Systemd

/// The program `bbagent`.
enum AgentProgram {
  static let usage = """
    USAGE: bbagent
           bbagent open <url>
           bbagent tell <text>

    The desktop agent of Baby Basics: a tray icon with a menu to log from, and notifications of what was logged.

    It runs once in each desktop session and waits for the daemon. Without a session bus there is nothing
    for it to do, and it ends.

    With "open", it shows a notification that asks whether to log what a link says. `bbctl open` runs it when it has no
    terminal.

    With "tell", it shows a notification with an error. `bbctl` runs it when a key has run `bbctl`.

    OPTIONS:
      --version               Show the version.
      -h, --help              Show this help.

    """

  /// Runs the program and returns its exit status.
  static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    switch arguments.first {
    case nil: return calling(run)
    case "open" where arguments.count == 2: return calling { open(arguments[1], timeout: $0) }
    case "tell" where arguments.count == 2: return tell(arguments[1])
    case "--help", "-h":
      say(usage, to: STDOUT_FILENO)
      return ExitStatus.success.rawValue
    case "--version":
      say(versionText + "\n", to: STDOUT_FILENO)
      return ExitStatus.success.rawValue
    default:
      complain("The arguments are not understood. See bbagent --help.")
      return ExitStatus.invalid.rawValue
    }
  }

  /// Runs what calls the daemon, with the time that each call may take.
  private static func calling(_ run: (Duration) -> Int32) -> Int32 {
    let environment = environment
    do throws(ClientError) { return run(try CallTimeout.chosen { environment[$0] }) } catch {
      complain(error.message)
      return error.exitStatus.rawValue
    }
  }

  private static func run(timeout: Duration) -> Int32 {
    let signals = stopSignals()
    let bus: Bus
    do {
      bus = try Bus.user()
      guard try bus.request(name: Agent.busName) else {
        complain("An agent is already running in this session.")
        return ExitStatus.success.rawValue
      }
    } catch {
      complain("There is no session bus, so there is no desktop to serve: \(error.message).")
      return ExitStatus.success.rawValue
    }
    do {
      let environment = environment
      let agent = try Agent(
        bus: bus, socket: DaemonSocket(option: nil) { environment[$0] }.path, timeout: timeout,
        theme: IconTheme(environment: environment), clock: .system)
      try agent.run(until: signals)
    } catch {
      // A session ends with its bus.
      complain("The connection to the session bus was lost: \(error.message).")
    }
    return ExitStatus.success.rawValue
  }

  private static func open(_ url: String, timeout: Duration) -> Int32 {
    do {
      let prompt = try LinkPrompt(
        bus: try Bus.user(), socket: DaemonSocket(option: nil) { environment[$0] }.path, timeout: timeout,
        clock: .system)
      return try prompt.run(url).rawValue
    } catch {
      complain("Cannot ask you to confirm the link, because notifications are not available: \(error.message).")
      if let link = try? Link(parsing: url) { say("Try: \(LinkWords.command(for: link))\n", to: STDERR_FILENO) }
      return ExitStatus.unreachable.rawValue
    }
  }

  private static func tell(_ text: String) -> Int32 {
    do {
      let bus = try Bus.user()
      let abilities = Notifications.abilities(try bus.call(Notifications.member("GetCapabilities")))
      let content = NotificationContent(.failure(text, end: nil), others: 0, abilities: abilities)
      let request = content.request(IconTheme(environment: environment))
      _ = try bus.call(Notifications.member("Notify"), request.arguments)
      return ExitStatus.success.rawValue
    } catch {
      complain("Notifications are not available: \(error.message).")
      return ExitStatus.unreachable.rawValue
    }
  }

  /// A descriptor that can be read once the program is to end.
  private static func stopSignals() -> Int32 {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    return process_signals_open(&signals)
  }

  private static var environment: [String: String] {
    let names = [
      "BABYBASICS_SOCKET", ClientVariable.timeout, "HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME",
      "XDG_DATA_DIRS",
    ]
    var variables: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }

  private static func complain(_ sentence: String) { say("bbagent: \(sentence)\n", to: STDERR_FILENO) }

  private static func say(_ text: String, to descriptor: Int32) {
    _ = writeAll(Array(text.utf8), to: descriptor)
  }
}

extension AgentClock {
  /// The system's.
  static var system: AgentClock { AgentClock(now: { WallClock.now }, monotonic: { SystemClock.monotonic }) }
}
