import ArgumentParser
import BabyProtocol

/// The tree of all commands.
struct Bbctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bbctl",
    abstract: "Log a baby's day: feeds, diapers, sleep, tummy time and notes.",
    discussion: """
      To look around with a made-up family: bbctl --demo

      A short first try:
        bbctl child add Eva --born 2026-01-31
        bbctl left 15m
        bbctl bottle 4oz at 3pm
        bbctl asleep 20 min ago
        bbctl status

      What you say is a command: \(PlainWords.offered.map(\.word).joined(separator: ", ")).
      "bbctl log --help" has examples.

      Times are words: now, 20m ago, half past three, 14:05, 0230,
      "yesterday at 22:10", "last Monday 14:00", 22:10-05:40.

      Exit status: 0 done, 1 failed, 2 wrong usage or value, 3 already done or
      nothing running, 4 no permission, 5 daemon not reached, 6 conflict,
      7 no answer in time, 8 imported, except rows that could not be read.
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Logging",
        subcommands: [LogCommand.self, Feed.self, Diaper.self, Sleep.self, Tummy.self, NoteCommand.self]),
      CommandGroup(
        name: "Looking",
        subcommands: [
          Status.self, Watch.self, Today.self, ActivityCommand.self, HistoryCommand.self, ShowCommand.self,
          Summary.self, PredictGroup.self, Why.self, GrowthCommand.self, Medicines.self, Foods.self, Milk.self,
        ]),
      CommandGroup(
        name: "Changing",
        subcommands: [Edit.self, Delete.self, UndoCommand.self, RedoCommand.self, Duplicate.self, Convert.self]),
      CommandGroup(
        name: "Setting up",
        subcommands: [Setup.self, ChildGroup.self, SettingsGroup.self, RemindGroup.self, Completion.self]),
      CommandGroup(
        name: "Data", subcommands: [Import.self, Export.self, Backup.self, Restore.self, Move.self, Erase.self]),
      CommandGroup(
        name: "Family",
        subcommands: [
          Register.self, Login.self, Logout.self, AccountGroup.self, ShareGroup.self, SyncCommand.self, QueueGroup.self,
          InboxGroup.self,
        ]),
      CommandGroup(name: "Desktop", subcommands: [Open.self]),
      CommandGroup(name: "Scripting", subcommands: [Monitor.self, CallCommand.self, ProxyStdio.self]),
      CommandGroup(name: "Mending", subcommands: [Doctor.self, Diagnostics.self]),
    ])

  /// Read by `BbctlProgram`, which has another program do it.
  @Flag(help: "Look around with a made-up family, in a database of its own; or with another one: --demo twins.")
  var demo = false
}
