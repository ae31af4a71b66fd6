import ArgumentParser
import BabyModel
import BabyProtocol

struct Diaper: Command {
  static let commandName = "diaper"
  static let sentences = SentenceUse.begins

  static let configuration = command(
    "Log a diaper.", usage: "diaper [<type>]",
    discussion: """
      Without a type, it logs the same as last time.

        bbctl poop 20 min ago
        bbctl wet and dirty
        bbctl diaper wet
        bbctl diaper both --at "10m ago" --note "a little rash"
      """)

  @Argument(help: "What was in it.")
  var type: DiaperType?

  @Option(help: OptionHelp.at) var at: String?
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    if words.isEmpty { return { try $0.log(EntryLog.self, .init(entry: .diaper())) } }
    return DiaperType(argument: Phrases.line(words)).map { type in
      { try $0.log(EntryLog.self, .init(entry: .diaper(type))) }
    }
  }

  func run(in session: CommandSession) throws {
    try session.log(
      EntryLog.self,
      .init(childID: child, entry: .diaper(type), note: note, time: TimeTexts(at: at), options: write.options))
  }
}
