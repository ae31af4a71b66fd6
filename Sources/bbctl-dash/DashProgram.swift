import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// `bbctl-dash`: the day on a terminal, with keys to log. It waits for keys, for the daemon and for the next minute.
enum DashProgram {
  static let usage = """
    Usage: bbctl dash [--child <name|id>]

    Shows the day so far and keeps it up to date: the last of each kind, the day as a
    band, and its entries. Keys log, edit and undo; ? lists them, and q quits.

    """

  /// - Returns: the exit status.
  static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    var child: String?
    switch arguments.first {
    case nil: break
    case "--child" where arguments.count == 2: child = arguments[1]
    case "--help", "-h": return say(usage)
    case "--version": return say(versionText + "\n")
    default: return refuse(.invalid, "\(usage)")
    }
    do {
      let timeout = try CallTimeout.chosen(variable: variable)
      guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
        return refuse(.invalid, "bbctl-dash: There is no terminal to show the day on. To print it, run: bbctl status\n")
      }
      let socket = DaemonSocket(option: nil, variable: variable)
      try run(socket: socket.path, child: child, timeout: timeout)
      return ExitStatus.success.rawValue
    } catch {
      return refuse(error.exitStatus, "bbctl-dash: \(SafeText.lines(error.message))\n  Try: \(error.hint)\n")
    }
  }

  /// Shows the day until a key ends it.
  private static func run(socket: String, child: String?, timeout: Duration) throws(ClientError) {
    var painter = DashPainter(TerminalColors(variable: variable, isTerminal: true))
    let terminal = LiveTerminal(
      input: STDIN_FILENO, output: STDOUT_FILENO, asksBackground: painter.colors.depth != .none, isFullScreen: true)
    defer { terminal.giveBack() }
    func follower(of child: String?) -> Follower {
      Follower(
        socket: socket, name: "bbctl-dash",
        topics: [.dashboard, .timeline, .children, .account, .connection, .reminders, .banner], childID: child,
        timeout: timeout)
    }
    let size = terminal.size
    var state = DashState(columns: size.columns, rows: size.rows, run: runID)
    var followed = follower(of: child)
    var loop = FollowLoop(followed, output: STDOUT_FILENO, inputs: terminal.descriptors)
    var calls: [Int64: DashCall.Purpose] = [:]
    if let text = painter.draw(DashView(state, now: WallClock.now).screen(), Theme()) { write(text) }
    while let events = loop.next(until: state.nextTurn(after: WallClock.now)) {
      var inputs: [DashInput] = [.tick]
      for event in events {
        if case .answered(let id, let result) = event {
          if let purpose = calls.removeValue(forKey: id) { inputs.append(.answered(purpose, result)) }
        } else {
          inputs.append(.event(event))
        }
      }
      for event in terminal.process() {
        switch event {
        case .key(let key): inputs.append(.key(key))
        case .pasted(let letter): inputs.append(.pasted(letter))
        case .mouse(let mouse): inputs.append(.mouse(mouse))
        case .background(let color): painter.colors.ground = color
        case .disturbed:
          painter.forget()
          inputs.append(.resized(columns: terminal.size.columns, rows: terminal.size.rows))
        case .lost: return
        }
      }
      while !inputs.isEmpty {
        for effect in state.take(inputs.removeFirst(), at: WallClock.now) {
          switch effect {
          case .call(let call):
            if let id = followed.call(call.call) {
              calls[id] = call.purpose
            } else {
              inputs.append(.answered(call.purpose, .failure(state.family.loss ?? .disconnected)))
            }
          case .follow(let child):
            // Answers that are still on their way never come.
            inputs += calls.values.map { .answered($0, .failure(.disconnected)) }
            calls = [:]
            followed = follower(of: "\(child)")
            loop = FollowLoop(followed, output: STDOUT_FILENO, inputs: terminal.descriptors)
          case .quit: return
          case .fail(let error): throw error
          }
        }
      }
      let theme = state.dashboard?.theme ?? Theme()
      if let text = painter.draw(DashView(state, now: WallClock.now).screen(), theme), !write(text) { return }
    }
  }

  /// What no other run has.
  private static var runID: String { String(UInt64.random(in: .min ... .max), radix: 36) }

  @discardableResult
  private static func write(_ text: String) -> Bool { writeAll(Array(text.utf8), to: STDOUT_FILENO) }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func say(_ text: String) -> Int32 {
    write(text)
    return ExitStatus.success.rawValue
  }

  private static func refuse(_ status: ExitStatus, _ message: String) -> Int32 {
    _ = writeAll(Array(message.utf8), to: STDERR_FILENO)
    return status.rawValue
  }
}
