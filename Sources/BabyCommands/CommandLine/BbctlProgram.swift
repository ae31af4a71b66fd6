import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// The program `bbctl`: arguments in, an outcome out.
public enum BbctlProgram {
  /// Runs a command without writing its answer anywhere.
  static func run(_ arguments: [String], in environment: CommandEnvironment) -> Outcome {
    run(Invocation(arguments), in: environment)
  }

  private static func run(_ invocation: Invocation, in environment: CommandEnvironment) -> Outcome {
    let line = invocation.line
    switch invocation.request {
    case .run(let settings, let action): return run(settings, of: line, in: environment, action)
    case .log(let sentence): return log(sentence, of: line, in: environment)
    case .answer(let error): return Outcome(parsing: error, of: line, columns: environment.columns)
    case .program(let name, let arguments, let otherwise):
      environment.become(name, arguments, [:])
      return run(otherwise(), in: environment)
    case .each(let invocations): return invocations.reduce(into: Outcome()) { $0.add(run($1, in: environment)) }
    case .everyChild(let shown, let command): return run(shown, of: line, in: environment, command)
    case .noCommand(let settings, let setup, let help):
      return run(hasNoChild(settings, in: environment) ? setup() : help(), in: environment)
    }
  }

  /// Logs a sentence. If the daemon does not understand it, or cannot be asked, the words may be a command.
  private static func log(
    _ sentence: Invocation.LoggedSentence, of line: TypedLine, in environment: CommandEnvironment
  ) -> Outcome {
    guard let otherwise = sentence.otherwise else {
      return run(sentence.settings, of: line, in: environment, sentence.action)
    }
    var refusal: ClientError?
    let outcome = run(sentence.settings, of: line, in: environment) { session in
      do { try sentence.action(session) } catch let error as ClientError where error.leavesSentenceOpen {
        refusal = error
      }
    }
    guard let refusal else { return outcome }
    let command = otherwise()
    if case .answer(let error) = command.request, sentence.hasSeveralWords, refusal.isNotUnderstood,
      !Bbctl.exitCode(for: error).isSuccess
    {
      return run(sentence.settings, of: command.line, in: environment) { _ in throw refusal }
    }
    return run(command, in: environment)
  }

  /// Whether a person is present whose daemon has no child yet.
  private static func hasNoChild(_ settings: SessionSettings, in environment: CommandEnvironment) -> Bool {
    guard let session = try? CommandSession(settings, in: environment), session.hasPerson,
      let children = try? session.call(ChildList.self, .init()).children
    else { return false }
    return children.isEmpty
  }

  /// Shows something about every child, one after the other, in one pager.
  private static func run(
    _ shown: any Command, of line: TypedLine, in environment: CommandEnvironment,
    _ commandFor: (String) -> (any Command)?
  ) -> Outcome {
    var children: [ChildRecord] = []
    let asked = run(shown.settings, of: line, in: environment) { session in
      children = try session.call(ChildList.self, .init()).children
    }
    guard asked.status == .success else { return asked }
    var environment = environment
    var pager: Pager?
    let openPager = environment.openPager
    environment.openPager = {
      pager = pager ?? openPager()
      return pager.map { Pager(write: $0.write, finish: {}) }
    }
    defer { pager?.finish() }
    var outcome = Outcome()
    for (index, child) in children.enumerated() {
      guard let command = commandFor("\(child.child.id)") else { continue }
      var settings = command.settings
      settings.childIndex = index
      outcome.add(run(settings, of: line, in: environment) { try command.run(in: $0) })
    }
    return outcome
  }

  private static func run(
    _ settings: SessionSettings, of line: TypedLine, in environment: CommandEnvironment,
    _ action: (CommandSession) throws -> Void
  ) -> Outcome {
    let session: CommandSession
    do { session = try CommandSession(settings, in: environment) } catch {
      var outcome = Outcome()
      outcome.fail(error, after: line, asJSON: settings.printsJSON)
      return outcome
    }
    do { try action(session) } catch { session.fail(error, after: line) }
    if !session.isFurtherChild { session.remarkOnOtherLog() }
    return session.outcome
  }

  /// Runs a command, writes its answer and returns the process's exit status.
  public static func main(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let environment = CommandEnvironment.process
    let outcome = run(arguments, in: environment)
    printFailure(outcome, in: environment)
    return write(outcome, output: STDOUT_FILENO, errors: STDERR_FILENO)
  }

  /// Shows a notification with the reason for a failure to a person who pressed a key; the desktop's agent announces
  /// successes.
  static func printFailure(_ outcome: Outcome, in environment: CommandEnvironment) {
    guard environment.isKey, outcome.status != .success else { return }
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    // JSON is not for a person.
    guard let line = errors.split(separator: "\n").first, !line.hasPrefix("{") else { return }
    let prefix = "bbctl: "
    _ = environment.start(
      ["bbagent", "tell", String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)], [:])
  }

  /// Writes a command's output, the answer in one go, and returns the exit status.
  static func write(_ outcome: Outcome, output: Int32, errors: Int32) -> Int32 {
    var status = outcome.status
    // A reader that stops early, such as `head`, is not an error; a full disk is.
    if !writeAll(outcome.output, to: output), errno != EPIPE {
      let reason = systemErrorText()
      _ = writeAll(Array("bbctl: The answer could not be written: \(reason).\n".utf8), to: errors)
      if status == .success { status = .failed }
    }
    _ = writeAll(outcome.errors, to: errors)
    return status.rawValue
  }
}

extension ClientError {
  /// Nothing was logged, and the words may mean something else.
  fileprivate var leavesSentenceOpen: Bool {
    switch self {
    case .refused(let refusal): refusal.code == .phraseNotUnderstood || refusal.code == .methodNotFound
    case .notRunning, .noPermission, .socketPathTooLong: true
    default: false
    }
  }

  fileprivate var isNotUnderstood: Bool {
    if case .refused(let refusal) = self { refusal.code == .phraseNotUnderstood } else { false }
  }
}
