import ArgumentParser
import BabyModel
import BabyProtocol

struct InboxGroup: ParsableCommand, NamedCommand {
  static let commandName = "inbox"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(InboxListCommand.self)
    add(InboxApplyCommand.self)
    add(InboxDismissCommand.self)
  }

  static let configuration = group(
    "Show the results of syncing: conflicts, failures, late successes and other caregivers' entries.",
    discussion: """
      When two people change the same entry, you see the server's version. Yours
      is kept here for 30 days: "apply" makes it the current one.

        bbctl inbox
        bbctl inbox apply 12
        bbctl inbox dismiss
      """)
}

struct InboxListCommand: Command {
  static let commandName = "list"

  static let configuration = command(
    "List the inbox, newest first.", usage: "inbox [list] [--all]")

  @Flag(help: "Also list dismissed items.")
  var all = false

  @Option(help: ArgumentHelp("How many to list at most, 1 to 1000; default: 100.", valueName: "number"))
  var limit: Int?

  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(InboxList.self, .init(includesDismissed: all, limit: limit)) {
      .inbox($0, now: session.now)
    }
  }
}

struct InboxApplyCommand: Command {
  static let commandName = "apply"

  static let configuration = command(
    "Make this machine's version of a conflict the current one.", usage: "inbox apply <number>")

  @Argument(help: "The conflict's number in the inbox.")
  var number: Int

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.log(InboxApply.self, .init(id: number, options: write.options))
  }
}

struct InboxDismissCommand: Command {
  static let commandName = "dismiss"

  static let configuration = command(
    "Dismiss an item; without a number, all of them.", usage: "inbox dismiss [<number>]")

  @Argument(help: "The item's number in the inbox.")
  var number: Int?

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(InboxDismiss.self, .init(id: number, options: write.options)) {
      .done($0.message, isDryRun: $0.isDryRun)
    }
  }
}
