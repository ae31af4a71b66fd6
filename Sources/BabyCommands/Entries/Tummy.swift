import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Tummy: Command {
  static let commandName = "tummy"
  static let sentences = SentenceUse.begins

  static let configuration = command(
    "Log tummy time, or start and stop it.", usage: "tummy [<duration|start|stop> ...]",
    discussion: """
      Without arguments, it logs tummy time that ends now and took as long as the last one.

        bbctl tummy 5 min at 3
        bbctl tummy 5m
        bbctl tummy 10m --at 14:05
        bbctl tummy start
        bbctl tummy stop
      """)

  @Argument(
    help: ArgumentHelp("How long it lasted, or \"start\" or \"stop\".", valueName: "duration|start|stop"),
    completion: .list(["start", "stop"]))
  var words: [String] = []

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  private enum Action: Equatable {
    case start, stop
    case log(duration: String?)
  }

  private var action: Action {
    switch words {
    case ["start"]: .start
    case ["stop"]: .stop
    case []: .log(duration: nil)
    default: .log(duration: words.joined(separator: " "))
    }
  }

  func validate() throws {
    switch action {
    case .start, .stop:
      guard time.isPoint else {
        throw ValidationError("\"tummy \(words[0])\" takes --at, but not --for, --from or --to.")
      }
    case .log(let duration?):
      guard Duration(text: duration, bareMinutes: true) != nil else {
        throw ValidationError(
          "\"\(SafeText.line(duration))\" is neither a duration such as 5m, nor \"start\" or \"stop\".")
      }
      guard time.for == nil else { throw ValidationError("The duration is given twice: \(duration) and --for.") }
    case .log: break
    }
  }

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    switch Phrases.line(words) {
    case "": return { try $0.log(EntryLog.self, .init(entry: .tummyTime)) }
    case "start": return { try $0.log(TimerStart.self, .init(timer: .tummyTime)) }
    case "stop": return { try $0.log(TimerStop.self, .init(timer: .tummyTime)) }
    case let duration:
      guard Duration(text: duration, bareMinutes: true) != nil else { return nil }
      return { try $0.log(EntryLog.self, .init(entry: .tummyTime, time: TimeTexts(for: duration))) }
    }
  }

  func run(in session: CommandSession) throws {
    let (child, note, options) = (child, note, write.options)
    switch action {
    case .start:
      try session.log(
        TimerStart.self, .init(childID: child, timer: .tummyTime, at: time.at, note: note, options: options))
    case .stop:
      try session.log(
        TimerStop.self, .init(childID: child, timer: .tummyTime, at: time.at, note: note, options: options))
    case .log(let duration):
      var words = time.words
      words.for = words.for ?? duration
      try session.log(
        EntryLog.self, .init(childID: child, entry: .tummyTime, note: note, time: words, options: options))
    }
  }
}
