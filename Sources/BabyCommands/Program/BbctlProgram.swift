import ArgumentParser
import BabyClient
import BabyModel
public import BabyProtocol
import Glibc
import SystemCalls

/// The program `bbctl`: arguments in, an outcome out.
public enum BbctlProgram {
  /// Runs a command without writing its answer anywhere.
  public static func run(_ arguments: [String], in surroundings: Surroundings) -> Outcome {
    var arguments = Why.asCommand(ListWords.asCommand(arguments))
    let shortcut = Shortcut(arguments)
    if let shortcut {
      let outcome = run(shortcut.settings, of: TypedLine(arguments: arguments), in: surroundings, shortcut.run)
      if shortcut.leftToParser == nil { return outcome }
    }
    arguments = GeneralOptions.joiningTimes(SettingsGroup.spelledOut(arguments))
    arguments = PlainWords.asCommand(ListWords.asCommand(GeneralOptions.afterCommand(arguments)))
    let line = TypedLine(arguments: arguments)
    if arguments.first == "--demo" { return demo(Array(arguments.dropFirst()), of: line, in: surroundings) }
    // A helper of that name, as git has them.
    if let word = arguments.first, Dispatcher.isUnknown(word) {
      if Dispatcher.isName(word) { surroundings.become("bbctl-" + word, Array(arguments.dropFirst()), [:]) }
    } else if arguments.count == 2, arguments[0] == "help", Dispatcher.isUnknown(arguments[1]),
      Dispatcher.isName(arguments[1])
    {
      surroundings.become("bbctl-" + arguments[1], ["--help"], [:])
      if PlainWords.begins(arguments[1].lowercased()) { arguments[1] = "log" }
    }
    var said = shortcut
    do {
      if let arguments = try ChildrenArguments(arguments) {
        guard let children = arguments.children else {
          return try runForEachChild(arguments, of: line, in: surroundings)
        }
        return children.reduce(into: Outcome()) { $0.add(run(arguments.run(for: $1), in: surroundings)) }
      }
      let resolved = Sentence.orderingOptions(in: try withDefault(arguments, in: surroundings))
      let parsed = try? Dispatcher.alone(resolved)
      if parsed == nil, said == nil, PlainWords.mayBeSaid(arguments), let sentence = Shortcut(saying: arguments) {
        let outcome = run(sentence.settings, of: line, in: surroundings, sentence.run)
        if sentence.leftToParser == nil { return outcome }
        said = sentence
      }
      var command = try parsed ?? Dispatcher.parse(resolved)
      guard let command = command as? any Command else {
        // One of ArgumentParser's own, or a group without a word after it: both show help by throwing it.
        try command.run()
        return Outcome()
      }
      return run(command.settings, of: line, in: surroundings, command.run)
    } catch {
      if let said, let refusal = said.refusalOfPhrase, !Bbctl.exitCode(for: error).isSuccess {
        return run(said.settings, of: line, in: surroundings) { _ in throw refusal }
      }
      return Outcome(parsing: error, of: line, columns: surroundings.columns)
    }
  }

  /// Hands over to `bbctl-demo`, which shows the family of the first days where none is named.
  private static func demo(_ words: [String], of line: TypedLine, in surroundings: Surroundings) -> Outcome {
    surroundings.become("bbctl-demo", words.isEmpty ? ["newborn"] : words, [:])
    let refusal = CommandRefusal(message: "bbctl-demo, which shows a made-up family, is not installed.")
    return Outcome(parsing: refusal, of: line, columns: surroundings.columns)
  }

  /// Without a command, people without a child get the setup questions, and everybody else the list of commands.
  private static func withDefault(_ arguments: [String], in surroundings: Surroundings) throws -> [String] {
    guard GeneralOptions.isAll(of: arguments) else { return arguments }
    let settings = try GlobalOptions.parse(arguments).settings
    guard let session = try? CommandSession(settings, in: surroundings), session.hasPerson,
      let children = try? session.call(ChildList.self, .init()).children
    else { return [] }
    return children.isEmpty ? ["setup"] + arguments : []
  }

  /// Shows what there is of every child, one after the other, in one pager.
  ///
  /// - Throws: `CommandRefusal` for a command that does more than show it; what ArgumentParser throws.
  private static func runForEachChild(
    _ arguments: ChildrenArguments, of line: TypedLine, in surroundings: Surroundings
  ) throws -> Outcome {
    func command(for child: String) throws -> (any Command)? {
      try Dispatcher.parse(arguments.run(for: child)) as? any Command
    }
    guard !arguments.beginsSentence, let shown = try command(for: "all"), type(of: shown).showsEachChild else {
      throw CommandRefusal(
        message:
          "\"--child all\" is for commands that show something. For others, name the child, or several: repeat --child.",
        hint: "bbctl status --child all")
    }
    var children: [ChildRecord] = []
    let asked = run(shown.settings, of: line, in: surroundings) { session in
      children = try session.call(ChildList.self, .init()).children
    }
    guard asked.status == .success else { return asked }
    var surroundings = surroundings
    var pager: Pager?
    let openPager = surroundings.openPager
    surroundings.openPager = {
      pager = pager ?? openPager()
      return pager.map { Pager(write: $0.write, finish: {}) }
    }
    defer { pager?.finish() }
    var outcome = Outcome()
    for (index, child) in children.enumerated() {
      guard let command = try command(for: "\(child.child.id)") else { continue }
      var settings = command.settings
      settings.childIndex = index
      outcome.add(run(settings, of: line, in: surroundings, command.run))
    }
    return outcome
  }

  private static func run(
    _ settings: SessionSettings, of line: TypedLine, in surroundings: Surroundings,
    _ action: (CommandSession) throws -> Void
  ) -> Outcome {
    let session: CommandSession
    do { session = try CommandSession(settings, in: surroundings) } catch {
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
    let surroundings = Surroundings.process
    let outcome = run(arguments, in: surroundings)
    tellFailure(outcome, in: surroundings)
    return write(outcome, output: STDOUT_FILENO, errors: STDERR_FILENO)
  }

  /// Shows a notification with the reason for a failure to a person who pressed a key; the desktop's agent announces
  /// successes.
  static func tellFailure(_ outcome: Outcome, in surroundings: Surroundings) {
    guard surroundings.isKey, outcome.status != .success else { return }
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    // JSON is not for a person.
    guard let line = errors.split(separator: "\n").first, !line.hasPrefix("{") else { return }
    let prefix = "bbctl: "
    _ = surroundings.start(
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

/// A command's output and exit status.
public struct Outcome: Sendable {
  /// For standard output: the answer.
  public var output: [UInt8] = []
  /// For standard error: everything else.
  public var errors: [UInt8] = []
  public var status = ExitStatus.success
}

extension Outcome {
  /// Notes why a command failed.
  mutating func fail(_ error: any Error, after line: TypedLine, asJSON: Bool) {
    let failure = Failure(error, after: line)
    status = failure.status
    errors += Array((asJSON ? failure.jsonText : failure.text).utf8)
  }

  /// Adds the outcome of a further run; the first failure decides the status.
  mutating func add(_ next: Outcome) {
    output += next.output
    errors += next.errors
    if status == .success { status = next.status }
  }

  /// The outcome of arguments that are not a command: help and version are answers, everything else is a usage error.
  init(parsing error: any Error, of line: TypedLine, columns: Int) {
    if !(error is CommandRefusal), Bbctl.exitCode(for: error).isSuccess {
      self.init(output: Array(Self.words(for: error, columns).utf8))
      return
    }
    let failure =
      error is CommandRefusal ? Failure(error, after: line) : Failure(usage: Bbctl.message(for: error), of: line)
    let text: String
    if line.printsJSON {
      text = failure.jsonText
    } else if error is CommandRefusal {
      text = failure.text
    } else {
      let words = Self.words(for: error, columns)
      text = SafeText.lines(words.hasPrefix("Error: ") ? "bbctl: " + words.dropFirst("Error: ".count) : words)
    }
    self.init(errors: Array(text.utf8), status: failure.status)
  }

  private static func words(for error: any Error, _ columns: Int) -> String {
    var text = Bbctl.fullMessage(for: error, columns: min(columns, 100))
    while text.last?.isNewline == true { text.removeLast() }
    return text + "\n"
  }
}
