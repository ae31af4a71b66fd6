import ArgumentParser
import BabyModel
import BabyProtocol

struct NoteCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write down anything else.",
    usage: "bbctl note <text> ... [<options>]",
    discussion: """
        bbctl note "first smile" --category milestone
        bbctl note "2.5 ml paracetamol" --category medicine --at 2:30am
      """)

  @Argument(help: "The note.")
  var text: [String]

  @Option(help: "What it is about; without it, general.")
  var category: NoteCategory?

  @Option(help: OptionHelp.at) var at: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.log(
      NoteLog.self,
      .init(
        childID: child, text: text.joined(separator: " "), category: category, at: at,
        options: write.options))
  }
}
