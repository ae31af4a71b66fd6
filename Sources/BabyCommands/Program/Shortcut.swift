import BabyClient
import BabyModel
import BabyProtocol

/// A command as key bindings, status bars and people give it: its words alone, or with `--json` or `--plain`.
///
/// Parsing even one command's options takes ArgumentParser four times as long as all the rest of the call. What has no
/// options needs no parser.
final class Shortcut {
  let settings: SessionSettings
  private let action: (CommandSession) throws -> Void
  private let isAlsoCommand: Bool
  /// After the one that names the command, if there is one.
  private let hasSeveralWords: Bool
  /// Why the daemon has not done it, where the parser may have another reading of the words.
  private(set) var leftToParser: ClientError?

  /// Nil when the arguments are for the parser.
  init?(_ arguments: [String]) {
    let (words, settings) = Self.parts(of: arguments)
    self.settings = settings
    hasSeveralWords = words.count > 2
    if let action = Self.showing(words) ?? Self.action(for: words) ?? Self.logging(words) {
      self.action = action
      isAlsoCommand = false
    } else if let phrase = PlainWords.phrase(words) {
      action = { try $0.say(.init(text: phrase.text)) }
      isAlsoCommand = phrase.isCommand
    } else {
      return nil
    }
  }

  /// Words that no command accepts: they may be a phrase, with the options of `bbctl log`. Nil for other options.
  init?(saying arguments: [String]) {
    let (words, settings) = Self.parts(of: arguments)
    if let text = PlainWords.text(words) {
      self.settings = settings
      hasSeveralWords = text.contains(" ")
      action = { try $0.say(.init(text: text)) }
    } else {
      guard let sentence = Sentence(arguments), let command = LogCommand(sentence) else { return nil }
      self.settings = command.settings
      let isUnknown = Dispatcher.isUnknown(sentence.words[0])
      hasSeveralWords = PlainWords.line(isUnknown ? sentence.words[...] : sentence.words.dropFirst()).contains(" ")
      action = { try command.run(in: $0) }
    }
    isAlsoCommand = true
  }

  private static func parts(of arguments: [String]) -> (words: [String], settings: SessionSettings) {
    var settings = SessionSettings()
    var words = arguments
    while let last = words.last {
      switch last {
      case "--json": settings.printsJSON = true
      case "--plain": settings.isPlain = true
      default: return (words, settings)
      }
      words.removeLast()
    }
    return (words, settings)
  }

  func run(in session: CommandSession) throws {
    do { try action(session) } catch let error as ClientError where isAlsoCommand && Self.isForParser(error) {
      leftToParser = error
    }
  }

  /// The daemon's refusal of a phrase that is not a command line either. For a single word after the command, the
  /// parser has the better message.
  var refusalOfPhrase: ClientError? {
    guard case .refused(let refusal) = leftToParser, refusal.code == .phraseNotUnderstood, hasSeveralWords else {
      return nil
    }
    return leftToParser
  }

  /// Whether nothing was done, and another reading of the words may be right.
  private static func isForParser(_ error: ClientError) -> Bool {
    switch error {
    case .refused(let refusal): refusal.code == .phraseNotUnderstood || refusal.code == .methodNotFound
    case .notRunning, .noPermission, .socketPathTooLong: true
    default: false
    }
  }

  private static func showing(_ words: [String]) -> ((CommandSession) throws -> Void)? {
    switch words {
    case ["status"]: return { try Status.show(child: nil, in: $0) }
    case ["today"]: return { try Today.show(child: nil, in: $0) }
    case ["sleep"], ["sleep", "status"]: return { try SleepStatus.show(child: nil, in: $0) }
    case ["predict"]: return { try PredictShow.show(child: nil, in: $0) }
    case ["why"]: return { try Why.show(child: nil, in: $0) }
    case ["remind"]: return { try RemindListCommand.show(child: nil, in: $0) }
    case ["child"]: return { try ChildListCommand.show(includingRemoved: false, in: $0) }
    default:
      guard words.first == "history", !words.contains(where: { $0.hasPrefix("-") }) else { return nil }
      let day = PlainWords.line(words.dropFirst())
      return { try HistoryCommand.show(.init(day: words.count > 1 ? day : nil), in: $0) }
    }
  }

  private static func action(for words: [String]) -> ((CommandSession) throws -> Void)? {
    switch words {
    case ["undo"]: { try UndoCommand.undo(nil, asking: true, .init(), in: $0) }
    case ["redo"]: { try RedoCommand.redo(.init(), in: $0) }
    case ["sleep", "start"]: { try $0.log(SleepStart.self, .init()) }
    case ["sleep", "stop"]: { try $0.log(SleepStop.self, .init()) }
    case ["sleep", "toggle"]: { try $0.log(SleepToggle.self, .init()) }
    case ["sleep", "nap"]: { try $0.log(SleepNap.self, .init()) }
    case ["feed", "start"]: { try $0.log(FeedingStart.self, .init()) }
    case ["feed", "start", "left"]: { try $0.log(FeedingStart.self, .init(side: .left)) }
    case ["feed", "start", "right"]: { try $0.log(FeedingStart.self, .init(side: .right)) }
    case ["feed", "switch"]: { try $0.log(FeedingSwitch.self, .init()) }
    case ["feed", "pause"]: { try $0.log(FeedingPause.self, .init()) }
    case ["feed", "resume"]: { try $0.log(FeedingResume.self, .init()) }
    case ["feed", "stop"]: { try $0.log(FeedingStop.self, .init()) }
    case ["feed", "toggle"]: { try $0.log(FeedingToggle.self, .init()) }
    case ["feed"]: { try $0.log(FeedingLog.self, .init()) }
    case ["diaper"]: { try $0.log(DiaperLog.self, .init()) }
    case ["tummy"]: { try $0.log(TummyLog.self, .init()) }
    case ["tummy", "start"]: { try $0.log(TummyStart.self, .init()) }
    case ["tummy", "stop"]: { try $0.log(TummyStop.self, .init()) }
    default: nil
    }
  }

  /// Commands whose own arguments differ from a phrase: `feed bottle 4` is in the configured unit, whatever is likely.
  private static func logging(_ words: [String]) -> ((CommandSession) throws -> Void)? {
    guard words.count > 1, !words.contains(where: { $0.hasPrefix("-") }) else { return nil }
    let rest = PlainWords.line(words.dropFirst())
    switch words[0] {
    case "diaper": return DiaperType(argument: rest).map { type in { try $0.log(DiaperLog.self, .init(type: type)) } }
    case "tummy":
      guard Duration(text: rest, bareMinutes: true) != nil else { return nil }
      return { try $0.log(TummyLog.self, .init(time: TimeWords(for: rest))) }
    case "note":
      guard rest.contains(where: { !$0.isWhitespace }) else { return nil }
      return { try $0.log(NoteLog.self, .init(text: rest)) }
    case "feed": return feeding(words[1], PlainWords.line(words.dropFirst(2)))
    default: return nil
    }
  }

  private static func feeding(_ what: String, _ amount: String) -> ((CommandSession) throws -> Void)? {
    var params = FeedingLog.Params()
    switch what {
    case "left", "right":
      (params.method, params.startedSide, params.breasts) = (.breast, what == "left" ? .left : .right, .one)
    case "both": (params.method, params.breasts) = (.breast, .both)
    case "bottle": params.method = .bottle
    case "pump": params.method = .pumping
    default: return nil
    }
    if !amount.isEmpty {
      guard params.method != .breast, let parsed = Amount(argument: amount) else { return nil }
      (params.amount, params.unit) = (parsed.value, parsed.unit)
    }
    return { [params] in try $0.log(FeedingLog.self, params) }
  }
}
