import ArgumentParser
import BabyClient
public import BabyProtocol
import Glibc

/// The program `bbctl`: arguments in, an outcome out.
public enum Program {
  /// Runs a command without writing its answer anywhere.
  public static func run(_ arguments: [String], in surroundings: Surroundings) -> Outcome {
    if let (host, rest) = leadingHost(arguments) {
      // Wherever it stands, it is what --host says; before the command there is no command yet to say it to.
      var surroundings = surroundings
      surroundings.variables["BABYBASICS_SOCKET"] = RemoteHost(name: host).address
      return run(rest, in: surroundings)
    }
    if let shortcut = Shortcut(arguments) { return run(shortcut.settings, in: surroundings, shortcut.run) }
    // A helper of that name, as git has them.
    if let word = arguments.first, Dispatcher.isUnknown(word) {
      surroundings.become("bbctl-" + word, Array(arguments.dropFirst()), [:])
    } else if arguments.count == 2, arguments[0] == "help", Dispatcher.isUnknown(arguments[1]) {
      surroundings.become("bbctl-" + arguments[1], ["--help"], [:])
    }
    do {
      if let children = try ChildrenArguments(arguments) {
        return children.runs.reduce(into: Outcome()) { $0.add(run($1, in: surroundings)) }
      }
      var command = try Dispatcher.parse(arguments.isEmpty && isNew(surroundings) ? ["setup"] : arguments)
      guard let command = command as? any Command else {
        // One of ArgumentParser's own, or a group without a word after it: both show help by throwing it.
        try command.run()
        return Outcome()
      }
      return run(command.settings, in: surroundings, command.run)
    } catch {
      return Outcome(parsing: error, columns: surroundings.columns)
    }
  }

  /// Whether a person sits here whose daemon knows no child yet.
  private static func isNew(_ surroundings: Surroundings) -> Bool {
    let session = Session(SessionSettings(), in: surroundings)
    guard session.hasPerson, let children = try? session.call(ChildList.self, .init()).children else { return false }
    return children.isEmpty
  }

  /// `-H host` or `--host host` before the command, as systemctl takes it.
  private static func leadingHost(_ arguments: [String]) -> (host: String, rest: [String])? {
    guard arguments.count >= 2, ["-H", "--host"].contains(arguments[0]), GlobalOptions.isHost(arguments[1]) else {
      return nil
    }
    return (arguments[1], Array(arguments.dropFirst(2)))
  }

  private static func run(
    _ settings: SessionSettings, in surroundings: Surroundings, _ action: (Session) throws -> Void
  ) -> Outcome {
    let session = Session(settings, in: surroundings)
    do { try action(session) } catch { session.fail(error) }
    session.remarkOnOtherLog()
    return session.outcome
  }

  /// Runs a command, writes its answer and returns the process's exit status.
  public static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    return write(run(arguments, in: .process), output: STDOUT_FILENO, errors: STDERR_FILENO)
  }

  /// Writes what a command has to say, the answer in one go, and returns the exit status.
  static func write(_ outcome: Outcome, output: Int32, errors: Int32) -> Int32 {
    var status = outcome.status
    // A reader that has seen enough, such as `head`, is no failure; a full disk is.
    if !writeAll(outcome.output, to: output), errno != EPIPE {
      let reason = String(cString: strerror(errno))
      _ = writeAll(Array("bbctl: The answer could not be written: \(reason).\n".utf8), to: errors)
      if status == .success { status = .failed }
    }
    _ = writeAll(outcome.errors, to: errors)
    return status.rawValue
  }
}

/// What a command leaves behind.
public struct Outcome: Sendable {
  /// For standard output: the answer.
  public var output: [UInt8] = []
  /// For standard error: everything else.
  public var errors: [UInt8] = []
  public var status = ExitStatus.success
}

extension Outcome {
  /// What another run leaves behind after this one; the first failure is what the whole has come to.
  mutating func add(_ next: Outcome) {
    output += next.output
    errors += next.errors
    if status == .success { status = next.status }
  }

  /// The outcome of arguments that are no command: help and version are answers, the rest is wrong usage.
  init(parsing error: any Error, columns: Int) {
    if error is Refusal {
      let failure = Failure(error)
      self.init(errors: Array(failure.text.utf8), status: failure.status)
      return
    }
    var text = Bbctl.fullMessage(for: error, columns: min(columns, 100))
    while text.last?.isNewline == true { text.removeLast() }
    text += "\n"
    if Bbctl.exitCode(for: error).isSuccess {
      self.init(output: Array(text.utf8))
    } else {
      let message = text.hasPrefix("Error: ") ? "bbctl: " + text.dropFirst("Error: ".count) : text
      self.init(errors: Array(SafeText.lines(message).utf8), status: .invalid)
    }
  }
}
