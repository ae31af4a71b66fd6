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
      switch try Invocation(arguments) {
      case .follow(let options) where options.isOnce: write(try OnceRun.line(options) + "\n", to: STDOUT_FILENO)
      case .follow(let options): return try BarLoop(options).run()
      case .click(let button, let state, let place): try ClickRun.run(button, state: state, place)
      case .menu(let place): try MenuRun.run(place)
      case .config(let snippet, let icons): config(snippet, icons)
      case .style(let style): write(style.css, to: STDOUT_FILENO)
      case .help: write(Help.text, to: STDOUT_FILENO)
      case .version: write(version + "\n", to: STDOUT_FILENO)
      }
      return BabyProtocol.ExitStatus.success.rawValue
    } catch let error as UsageError {
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
  private static func config(_ snippet: Snippet, _ wanted: Icons?) {
    let icons = wanted.map { $0.drawable(by: IconFonts.has) }
    if let wanted, let icons, icons != wanted {
      complain("No installed font has the \(wanted.rawValue) icons, so these are \(icons.rawValue).", nil)
    }
    write(snippet.text(with: icons), to: STDOUT_FILENO)
  }

  private static func complain(_ message: String, _ hint: String?) {
    let remedy = hint.map { $0.isEmpty ? "" : "\n  Try: " + SafeText.line($0) } ?? ""
    write("bbbar: " + SafeText.line(message) + remedy + "\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = writeAll(Array(text.utf8), to: descriptor)
  }
}
