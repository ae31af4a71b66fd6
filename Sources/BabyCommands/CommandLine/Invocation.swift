import ArgumentParser
import BabyClient
import BabyProtocol

/// What a command line asks for. This is decided from its words alone; `BbctlProgram` then does it.
struct Invocation {
  /// The command line, for hints that repeat it.
  let line: TypedLine
  let request: Request

  indirect enum Request {
    case run(SessionSettings, CommandAction)
    case log(LoggedSentence)
    /// ArgumentParser's help or version, or why the command line is wrong.
    case answer(any Error)
    /// Another program, if it is installed.
    case program(String, [String], otherwise: () -> Invocation)
    /// The same for several children.
    case each([Invocation])
    /// The same for every child: the command for the child with a name or an id.
    case everyChild(any Command, command: (String) -> (any Command)?)
    /// No command: a setup while there is no child, and otherwise the help.
    case noCommand(SessionSettings, setup: () -> Invocation, help: () -> Invocation)
  }

  struct LoggedSentence {
    let settings: SessionSettings
    let action: CommandAction
    /// More than one word follows the command, or `--` says that the words are a sentence: the daemon's refusal says more
    /// then than the command's, which can only say which words it takes.
    let hasSeveralWords: Bool
    /// The meaning of the words if they are not a phrase; nil if there is none.
    let otherwise: (() -> Invocation)?
  }
}

extension Invocation {
  init(_ arguments: [String]) {
    if let demo = Invocation(demo: arguments) {
      self = demo
      return
    }
    let arguments = Questions.asCommand(arguments)
    self = Invocation(words: arguments) ?? Invocation(parsing: arguments)
  }

  private init(_ line: TypedLine, _ request: Request) { (self.line, self.request) = (line, request) }

  /// `--demo` before a command, among the options of every command. Nil for anything else.
  private init?(demo arguments: [String]) {
    guard arguments.first?.utf8.first == UInt8(ascii: "-") else { return nil }
    var rest = arguments[...]
    while let count = GlobalOptions.length(rest) { rest = rest.dropFirst(count) }
    guard rest.first == "--demo" else { return nil }
    let line = TypedLine(arguments: arguments)
    let command = arguments.prefix(upTo: rest.startIndex) + rest.dropFirst()
    self.init(line, .program("bbctl-demo", ["3months"] + command) { Invocation(line, .answer(Self.noDemo)) })
  }

  /// Words without options, as keys, bars and people use all day; they may end with `--json` and `--plain`. Nil for
  /// anything else.
  init?(words arguments: [String]) {
    let (words, settings) = SessionSettings.removedFromEnd(of: arguments)
    let line = TypedLine(arguments: arguments)
    if let action = CommandTable.action(for: words) {
      self.init(line, .run(settings, action))
    } else if let phrase = Phrases.phrase(words) {
      let sentence = LoggedSentence(
        settings: settings, action: { try $0.say(.init(text: phrase.text)) }, hasSeveralWords: words.count > 2,
        otherwise: phrase.isCommand ? { Invocation(parsing: arguments, isLogged: true) } : nil)
      self.init(line, .log(sentence))
    } else {
      return nil
    }
  }

  /// - Parameter isLogged: the daemon did not understand the words as a sentence.
  private init(parsing typed: [String], isLogged: Bool = false) {
    let spelledOut = GlobalOptions.joiningTimes(SettingsGroup.spelledOut(typed))
    let arguments = Phrases.asCommand(Questions.asList(GlobalOptions.movedBehindCommand(spelledOut)))
    let line = TypedLine(arguments: arguments)
    if let word = arguments.first, CommandTable.isUnknown(word), CommandTable.isName(word) {
      // A helper of that name, as git has them.
      self.init(
        line,
        .program("bbctl-" + word, Array(arguments.dropFirst())) {
          Invocation(command: arguments, line, isLogged: isLogged)
        })
    } else if arguments.count == 2, arguments[0] == "help", CommandTable.isUnknown(arguments[1]),
      CommandTable.isName(arguments[1])
    {
      let named = Phrases.begins(arguments[1].lowercased()) ? "log" : arguments[1]
      self.init(
        line, .program("bbctl-" + arguments[1], ["--help"]) { Invocation(command: ["help", named], line) })
    } else {
      self.init(command: arguments, line, isLogged: isLogged)
    }
  }

  /// - Parameter arguments: in the order in which ArgumentParser reads them.
  private init(command arguments: [String], _ line: TypedLine, isLogged: Bool = false) {
    self.init(line, Self.request(arguments, line, isLogged: isLogged))
  }

  private static func request(_ arguments: [String], _ line: TypedLine, isLogged: Bool) -> Request {
    do {
      if let several = try ChildrenArguments(arguments) { return try several.request }
      if GlobalOptions.areAll(of: arguments) {
        return .noCommand(
          try GlobalOptions.parse(arguments).settings,
          setup: { Invocation(line, request(["setup"] + arguments, line, isLogged: false)) },
          help: { Invocation(line, parsed([])) })
      }
      let ordered = Sentence.orderingOptions(in: arguments)
      if let command = try? CommandTable.parseAlone(ordered) as? any Command { return .running(command) }
      guard !isLogged, let sentence = LoggedSentence(arguments, otherwise: { Invocation(line, parsed(ordered)) }) else {
        return parsed(ordered)
      }
      return .log(sentence)
    } catch {
      return .answer(error)
    }
  }

  private static func parsed(_ arguments: [String]) -> Request {
    do {
      var command = try CommandTable.parse(arguments)
      if let command = command as? any Command { return .running(command) }
      // One of ArgumentParser's own, or a group without a word after it: both show help by throwing it.
      try command.run()
      return .each([])
    } catch {
      return .answer(error)
    }
  }

  private static var noDemo: UsageError {
    UsageError(message: "bbctl-demo, which shows a made-up family, is not installed.")
  }
}

extension SessionSettings {
  /// What `--json` and `--plain` at the end of arguments say, and the arguments without them.
  fileprivate static func removedFromEnd(of arguments: [String]) -> (arguments: [String], settings: SessionSettings) {
    var settings = SessionSettings()
    var rest = arguments
    while let last = rest.last {
      switch last {
      case "--json": settings.printsJSON = true
      case "--plain": settings.isPlain = true
      default: return (rest, settings)
      }
      rest.removeLast()
    }
    return (rest, settings)
  }
}

extension Invocation.Request {
  fileprivate static func running(_ command: any Command) -> Self { .run(command.settings) { try command.run(in: $0) } }
}

extension Invocation.LoggedSentence {
  /// Words that no command takes. They are a sentence all the same, with the options of `bbctl log` among them. Nil if there
  /// are other options.
  fileprivate init?(_ arguments: [String], otherwise: @escaping () -> Invocation) {
    guard let sentence = Sentence(arguments), Phrases.mayBeSentence(sentence) else { return nil }
    let (otherOptions, settings) = SessionSettings.removedFromEnd(of: sentence.options)
    if otherOptions.isEmpty {
      let text = Phrases.line(sentence.words[...])
      self.settings = settings
      action = { try $0.say(.init(text: text)) }
    } else {
      guard let command = LogCommand(sentence) else { return nil }
      self.settings = command.settings
      action = { try command.run(in: $0) }
    }
    let isUnknown = CommandTable.isUnknown(sentence.words[0])
    hasSeveralWords =
      arguments[0] == "--"
      || Phrases.line(isUnknown ? sentence.words[...] : sentence.words.dropFirst()).contains(" ")
    self.otherwise = otherwise
  }
}

/// A command for several children at once, as for twins: `bbctl diaper wet --child Eva --child Max` is the command for
/// each of them, one after the other, and `bbctl status --child all` for each there is.
private struct ChildrenArguments {
  /// Those that are named; nil is every child.
  private let children: [String]?
  private let rest: [String]
  private let ending: ArraySlice<String>

  /// Nil when at most one child is named.
  ///
  /// - Throws: `UsageError` where one run cannot follow another.
  init?(_ arguments: [String]) throws(UsageError) {
    var rest: [String] = []
    var children: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      if arguments[index] == "--child", index + 1 < arguments.count {
        children.append(arguments[index + 1])
        index += 2
      } else if arguments[index].hasPrefix("--child=") {
        children.append(String(arguments[index].dropFirst("--child=".count)))
        index += 1
      } else {
        rest.append(arguments[index])
        index += 1
      }
    }
    let isAll = children == ["all"]
    guard children.count > 1 || isAll else { return nil }
    if let command = rest.first, ["watch", "dash", "monitor", "remind"].contains(command) {
      throw UsageError(message: "\"bbctl \(command)\" takes one child only.")
    }
    if rest.contains(where: { $0 == "--idempotency-key" || $0.hasPrefix("--idempotency-key=") }) {
      throw UsageError(message: "A key is for one call: run the command once for each child, with a different key.")
    }
    self.children = isAll ? nil : children
    self.rest = rest
    ending = arguments[index...]
  }

  /// - Throws: `UsageError` for a command that does more than show every child; what ArgumentParser throws.
  var request: Invocation.Request {
    get throws {
      if let children { return .each(children.map { Invocation(arguments(for: $0)) }) }
      let isSentence = rest.first.map { CommandTable.isUnknown($0) && !Suggestions.areCommand(rest) } ?? false
      guard !isSentence, let shown = try command(for: "all") as? any EachChildCommand else {
        throw UsageError(
          message:
            "\"--child all\" is for commands that show something. For others, name the child, or several: repeat --child.",
          hint: "bbctl status --child all")
      }
      return .everyChild(shown) { try? command(for: $0) }
    }
  }

  private func arguments(for child: String) -> [String] { rest + ["--child", child] + ending }

  private func command(for child: String) throws -> (any Command)? {
    try CommandTable.parse(arguments(for: child)) as? any Command
  }
}
