import ArgumentParser
import BabyModel
import BabyProtocol

struct NoteCommand: Command {
  static let commandName = "note"

  static let configuration = command(
    "Log a note about anything else.", usage: "note <text> ...",
    discussion: """
        bbctl note "first smile" --category milestone
        bbctl note "2.5 ml paracetamol" --category medicine --at 2:30am
        bbctl note - < letter.txt
      """)

  @Argument(help: "The note; - reads it from standard input.")
  var text: [String]

  @Option(help: "Its category; default: general.")
  var category: NoteCategory?

  @Option(help: OptionHelp.at) var at: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    let text = Phrases.line(words)
    return text.contains { !$0.isWhitespace } ? { try $0.log(EntryLog.self, .init(entry: .note(), note: text)) } : nil
  }

  func run(in session: CommandSession) throws {
    let note = text == ["-"] ? try session.readText() : text.joined(separator: " ")
    guard note.contains(where: { !$0.isWhitespace }) else { throw UsageError(message: "There is no note to log.") }
    try session.log(
      EntryLog.self,
      .init(childID: child, entry: .note(category), note: note, time: TimeTexts(at: at), options: write.options))
  }
}

extension CommandSession {
  /// More than any note may have: the daemon reports what is too long, without being sent a whole disk.
  private static let longestText = 256 * 1024

  /// All of standard input, without the end of its last line.
  fileprivate func readText() throws(UsageError) -> String {
    let bytes = try environment.readInput(Self.longestText + 1)
    guard bytes.count <= Self.longestText else {
      throw UsageError(message: "Standard input is too long for a note.")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError(message: "Standard input is not UTF-8 text.")
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
