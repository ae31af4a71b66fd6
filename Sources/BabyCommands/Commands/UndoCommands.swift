import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back your last change, whatever it was; again, the one before.",
    usage: "bbctl undo [<change>] [<options>]",
    discussion: """
      That may be an entry, a setting, a reminder or a child. When you have done
      something since that stays, a person is asked first, and the answer says
      so. What was changed again since, by somebody else too, is left as it is:
      that is said once, and then undo goes on with the change before.

        bbctl undo
        bbctl undo --list
        bbctl undo 1a2b3c
      """)

  @Argument(
    help: ArgumentHelp(
      "The change: an entry, of which your last change is meant, or an id out of --list; without it, the last change.",
      valueName: "change"), completion: .recentEntries)
  var change: String?

  @Flag(help: "List your changes, the last first, and undo nothing.")
  var list = false

  @Option(help: ArgumentHelp("With --list: at most so many, 1 to 1000; without it, 20.", valueName: "number"))
  var limit: Int?

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if list, change != nil { throw ValidationError("--list goes with no change.") }
    if !list, limit != nil { throw ValidationError("--limit goes with --list.") }
    try OptionHelp.validate(limit: limit)
  }

  func run(in session: Session) throws {
    if list { return try session.answer(UndoList.self, .init(limit: limit)) { .journal($0, now: session.now) } }
    var meant = change
    // What cannot be undone is said by the call itself.
    if !yes, !write.dryRun, session.hasPerson,
      let step = try? session.call(Undo.self, .init(id: change, options: WriteOptions(dryRun: true))),
      let later = step.later
    {
      guard session.confirms("Undo \(step.named(step.label))? What you did since stays: \(later).") else { return }
      // What was shown is what is undone.
      meant = step.step
    }
    try session.answer(Undo.self, .init(id: meant, options: write.options)) {
      .undone($0, opposite: "redo", now: session.now)
    }
  }
}

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Do again what you undid last.",
    usage: "bbctl redo [<options>]")

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.answer(Redo.self, write.options) { .undone($0, opposite: "undo", now: session.now) }
  }
}
