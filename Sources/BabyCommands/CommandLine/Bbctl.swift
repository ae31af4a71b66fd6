import ArgumentParser
import BabyProtocol

/// The tree of all commands.
struct Bbctl: ParsableCommand {
  static let commandName = "bbctl"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Log a baby's day: feeds, diapers, sleep, tummy time and notes.",
    discussion: """
      To look around with a made-up family: bbctl --demo

      A short first try:
        bbctl child add Eva --born 2026-01-31
        bbctl left 15m
        bbctl bottle 4oz at 3pm
        bbctl asleep 20 min ago
        bbctl status

      Phrases are commands: \(Phrases.offered.map(\.word).joined(separator: ", ")).
      "bbctl log --help" has examples.

      Times are words: now, 20m ago, half past three, 14:05, 0230,
      "yesterday at 22:10", "last Monday 14:00", 22:10-05:40.

      Exit status: 0 done, 1 failed, 2 wrong usage or value, 3 already done or
      nothing running, 4 no permission, 5 daemon not reached, 6 conflict,
      7 no answer in time, 8 imported, except rows that could not be read.
      """,
    version: version,
    groupedSubcommands: CommandTable.groups.map {
      CommandGroup(name: $0.title, subcommands: $0.commands.map { $0.parser })
    })

  /// Read by `BbctlProgram`, which has another program do it.
  @Flag(help: "Look around with a made-up family, in a database of its own; or with another one: --demo twins.")
  var demo = false
}
