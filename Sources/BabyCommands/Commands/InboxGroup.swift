import ArgumentParser
import BabyModel
import BabyProtocol

struct InboxGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "Show what came of syncing: conflicts, failures, late successes, other caregivers' entries.",
    discussion: """
      Where two have changed the same entry, the server's version is shown, and
      this machine's is kept here for 30 days: "apply" makes it the current one.

        bbctl inbox
        bbctl inbox apply 12
        bbctl inbox dismiss
      """,
    subcommands: [InboxListCommand.self, InboxApply.self, InboxDismiss.self],
    defaultSubcommand: InboxListCommand.self)
}

struct InboxListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the inbox, newest first.", usage: "bbctl inbox [list] [--all] [<options>]")

  @Flag(help: "List what was dismissed too.")
  var all = false

  @Option(help: ArgumentHelp("At most so many, 1 to 1000; without it, 100.", valueName: "number"))
  var limit: Int?

  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: Session) throws {
    try session.answer(FeedbackList.self, .init(includesDismissed: all, limit: limit)) {
      .inbox($0, now: session.now)
    }
  }
}

struct InboxApply: Command {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Make this machine's version of a conflict the current one.",
    usage: "bbctl inbox apply <number> [<options>]")

  @Argument(help: "The conflict's number in the inbox.")
  var number: Int

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.log(ConflictApply.self, .init(id: number, options: write.options))
  }
}

struct InboxDismiss: Command {
  static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Take an item as read; without a number, all.",
    usage: "bbctl inbox dismiss [<number>] [<options>]")

  @Argument(help: "The item's number in the inbox.")
  var number: Int?

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.answer(FeedbackDismiss.self, .init(id: number, options: write.options)) { .queueChange($0) }
  }
}
