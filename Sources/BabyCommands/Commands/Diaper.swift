import ArgumentParser
import BabyModel
import BabyProtocol

struct Diaper: Command {
  static let configuration = CommandConfiguration(
    commandName: "diaper",
    abstract: "Log a diaper.",
    usage: "bbctl diaper [<type>] [<options>]",
    discussion: """
      Without a word it logs the same as last time.

        bbctl diaper wet
        bbctl diaper both --at "10m ago" --note "a little rash"
      """)

  @Argument(help: "What was in it.")
  var type: DiaperType?

  @OptionGroup var time: AtOption
  @OptionGroup var note: NoteOption
  @OptionGroup var write: WriteFlags
  @OptionGroup var child: ChildOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.log(
      DiaperLog.self,
      .init(childID: child.child, type: type, note: note.note, at: time.at, options: write.options))
  }
}
