import BabyClient
import BabyProtocol
import Glibc
import SystemCalls

/// The program `bbbar`.
public enum BarProgram {
  /// - Returns: the process's exit status.
  public static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do {
      switch try BarCommand(arguments) {
      case .follow(let options) where options.isOnce: write(try OnceRun.line(options) + "\n", to: STDOUT_FILENO)
      case .follow(let options): return try BarLoop(options).run()
      case .click(let button, let state, let place): try ClickRun.run(button, state: state, place)
      case .menu(let place): try MenuRun.run(place)
      case .config(let format, let icons): config(format, icons)
      case .style(let style): write(style.css, to: STDOUT_FILENO)
      case .help: write(Help.text, to: STDOUT_FILENO)
      case .version: write(versionText + "\n", to: STDOUT_FILENO)
      }
      return BabyProtocol.ExitStatus.success.rawValue
    } catch let error as BarUsageError {
      complain(error.message, error.hint)
      return BabyProtocol.ExitStatus.invalid.rawValue
    } catch let error as ClientError {
      complain(error.message, error.hint)
      return error.exitStatus.rawValue
    } catch {
      complain(String(describing: error), nil)
      return BabyProtocol.ExitStatus.failed.rawValue
    }
  }

  /// Prints what goes into a bar's configuration, with icons only where a font has them.
  private static func config(_ format: BarFormat, _ wanted: Icons?) {
    let icons = wanted.map { $0.drawable(by: IconFonts.has) }
    if let wanted, let icons, icons != wanted {
      complain("No installed font has the \(wanted.rawValue) icons, so these are \(icons.rawValue).", nil)
    }
    write(format.example(with: icons), to: STDOUT_FILENO)
  }

  private static func complain(_ message: String, _ hint: String?) {
    let remedy = hint.map { $0.isEmpty ? "" : "\n  Try: " + SafeText.line($0) } ?? ""
    write("bbbar: " + SafeText.line(message) + remedy + "\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = writeAll(Array(text.utf8), to: descriptor)
  }
}

/// One line: three calls, which the daemon answers from memory, and nothing to be followed.
enum OnceRun {
  /// How long a script waits for a daemon that does not answer.
  private static let timeout = Duration.seconds(1)

  static func line(_ options: BarCommand.FollowOptions) throws(ClientError) -> String {
    let timeout = try options.place.timeout(usual: Self.timeout)
    var view = FamilyView()
    let client = Client(socket: options.place.path, name: BarCommand.Place.client, timeout: timeout)
    do throws(ClientError) {
      view.learn(try client.call(DashboardGet.self, .init(childID: options.place.child)))
      view.learn(try client.call(ChildList.self, .init()))
      view.learn(try client.call(AccountStatus.self, .init()))
    } catch .refused(let refusal) where refusal.code == .noChild {
      view.learn(nil)
    } catch {
      view.learn(.lost(error), at: WallClock.now)
    }
    let state = BarState(view, at: WallClock.now)
    return options.format.line(BarContent(state, options.layout, usesColor: options.usesColor))
  }
}
