import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Delete: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an entry; \"bbctl undo\" brings it back.",
    usage: "bbctl delete <id> [<options>]",
    discussion: """
        bbctl delete last
        bbctl delete 1a2b3c --yes
      """)

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id: String

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    var id = id
    if !yes, !write.dryRun {
      try session.requirePerson(for: "deletes an entry")
      let found = try session.call(EntryGet.self, .init(id: id))
      // What "last" means may change while the question stands: what was shown is what is deleted.
      id = found.entry.entry.id.description
      let parts = [
        found.entry.line(now: session.now), found.entry.span(found.timeFormat, now: session.now), found.child.name,
      ]
      guard session.confirms("Delete this? \(parts.joined(separator: Words.separator))") else { return }
    }
    try session.log(EntryDelete.self, .init(id: id, options: write.options))
  }
}

struct Duplicate: Command {
  static let configuration = CommandConfiguration(
    commandName: "duplicate", abstract: "Log a copy of an entry, as of now.",
    usage: "bbctl duplicate <id> [<options>]")

  @Argument(help: OptionHelp.entry, completion: .recentEntries)
  var id: String

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.log(EntryDuplicate.self, .init(id: id, options: write.options))
  }
}
