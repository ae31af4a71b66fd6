import ArgumentParser
import BabyModel
import BabyProtocol

struct QueueGroup: NamedCommand {
  static let commandName = "queue"

  static let subcommands: [any NamedCommand.Type] = [
    QueueListCommand.self, QueueRetryCommand.self, QueueDiscardCommand.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show what is waiting to be sent to the family server, and retry or discard what failed.",
    discussion: """
      Changes are kept on this machine and sent by themselves, even after a
      restart.

        bbctl queue
        bbctl queue retry
        bbctl queue discard a1b2c3
      """,
    subcommands: subcommands, defaultSubcommand: subcommands.first)
}

struct QueueListCommand: Command {
  static let commandName = "list"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "List what is waiting to be sent, oldest first.",
    usage: "bbctl queue [list] [<options>]")

  @Option(help: ArgumentHelp("How many to list at most, 1 to 1000; default: 100.", valueName: "number"))
  var limit: Int?

  @OptionGroup var global: GlobalOptions

  func validate() throws { try OptionHelp.validate(limit: limit) }

  func run(in session: CommandSession) throws {
    try session.answer(QueueList.self, .init(limit: limit)) { .queue($0, now: session.now) }
  }
}

struct QueueRetryCommand: Command {
  static let commandName = "retry"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Send what failed again, up to five times.",
    usage: "bbctl queue retry [<entry>] [<options>]")

  @Argument(help: OptionHelp.queued)
  var entry: String?

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(QueueRetry.self, .init(id: entry, options: write.options)) { .queueChange($0) }
  }
}

struct QueueDiscardCommand: Command {
  static let commandName = "discard"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Discard an unsent change: the entry goes back to what the server has.",
    usage: "bbctl queue discard (<entry> | --failed) [<options>]")

  @Argument(help: OptionHelp.queued)
  var entry: String?

  @Flag(help: "Everything that failed.")
  var failed = false

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (entry != nil) != failed else { throw ValidationError("Name an entry, or use --failed for all that failed.") }
  }

  func run(in session: CommandSession) throws {
    if !yes, !write.dryRun {
      try session.requirePerson(for: "discards what was logged")
      guard session.confirms("Discard \(entry ?? "all that failed")? What was logged here will be lost.") else {
        return
      }
    }
    try session.answer(QueueDiscard.self, .init(id: entry, options: write.options)) { .queueChange($0) }
  }
}
