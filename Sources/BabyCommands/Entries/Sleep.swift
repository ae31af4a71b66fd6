import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Sleep: ParsableCommand, NamedCommand {
  static let commandName = "sleep"
  static let sentences = SentenceUse.begins

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(SleepStatus.self)
    add(SleepStartCommand.self)
    add(SleepStopCommand.self)
    add(SleepToggleCommand.self)
    add(SleepCancelCommand.self)
    add(SleepLogCommand.self)
    add(SleepNapCommand.self)
    add(SleepWaking.self)
  }

  static let configuration = group(
    "Start, stop, show or log a sleep.",
    discussion: """
      Without a subcommand, it shows whether a sleep is running.

        bbctl asleep 20 min ago
        bbctl woke up at 6:30
        bbctl nap 1h
        bbctl sleep start --at "20m ago"
        bbctl sleep stop
        bbctl sleep waking --for 10m
        bbctl sleep log --at 22:10-05:40
      """)
}

struct SleepStatus: EachChildCommand {
  static let commandName = "status"

  static let configuration = command(
    "Show whether a sleep is running.", usage: "sleep status",
    discussion: "Exit status: 0 if a sleep is running, 3 if not.")

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try show(child: nil, in: $0) } : nil
  }

  func run(in session: CommandSession) throws { try Self.show(child: child, in: session) }

  static func show(child: String?, in session: CommandSession) throws {
    try session.answer(DashboardGet.self, .init(childID: child)) { dashboard in
      if dashboard.runningSleep == nil { session.end(with: .state) }
      return .sleepStatus(dashboard, now: session.now)
    }
  }
}

struct SleepStartCommand: Command {
  static let commandName = "start"

  static let configuration = command(
    "Start a sleep.", usage: "sleep start",
    discussion: "Exit status: 3 if one is already running.")

  @Option(help: OptionHelp.at) var at: String?
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try $0.log(TimerStart.self, .init(timer: .sleep)) } : nil
  }

  func run(in session: CommandSession) throws {
    try session.log(
      TimerStart.self, .init(childID: child, timer: .sleep, at: at, note: note, options: write.options))
  }
}

struct SleepStopCommand: Command {
  static let commandName = "stop"

  static let configuration = command(
    "End the running sleep.", usage: "sleep stop",
    discussion: "Exit status: 3 if none is running.")

  @Option(help: OptionHelp.at) var at: String?
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try $0.log(TimerStop.self, .init(timer: .sleep)) } : nil
  }

  func run(in session: CommandSession) throws {
    try session.log(
      TimerStop.self, .init(childID: child, timer: .sleep, at: at, note: note, options: write.options))
  }
}

struct SleepToggleCommand: Command {
  static let commandName = "toggle"

  static let configuration = command(
    "End the running sleep, or start one; for a key or a button.", usage: "sleep toggle")

  @Option(help: OptionHelp.at) var at: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try $0.log(TimerToggle.self, .init(timer: .sleep)) } : nil
  }

  func run(in session: CommandSession) throws {
    try session.log(TimerToggle.self, .init(childID: child, timer: .sleep, at: at, options: write.options))
  }
}

struct SleepCancelCommand: Command {
  static let commandName = "cancel"

  static let configuration = command(
    "Discard the running sleep, as if it had never been started.", usage: "sleep cancel")

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    if !yes, !write.dryRun {
      try session.requirePerson(for: "discards the running sleep")
      let dashboard = try session.call(DashboardGet.self, .init(childID: child))
      if let sleep = dashboard.runningSleep {
        let line = sleep.line(now: session.now) + Words.separator + dashboard.child.name
        guard session.confirms("Discard this sleep? \(line)") else { return }
      }
    }
    try session.log(TimerCancel.self, .init(childID: child, timer: .sleep, options: write.options))
  }
}

struct SleepLogCommand: Command {
  static let commandName = "log"

  static let configuration = command(
    "Log a sleep that has ended.", usage: "sleep log",
    discussion: """
        bbctl sleep log --at 22:10-05:40
        bbctl sleep log --for 40m
        bbctl sleep log --from "yesterday 13:00" --to "yesterday 14:20"
      """)

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if time.isEmpty { throw ValidationError("Say when it was, such as --at 22:10-05:40 or --for 40m.") }
  }

  func run(in session: CommandSession) throws {
    try session.log(
      EntryLog.self, .init(childID: child, entry: .sleep, note: note, time: time.words, options: write.options))
  }
}

struct SleepNapCommand: Command {
  static let commandName = "nap"

  static let configuration = command(
    "Log a 10-minute nap that ends now.", usage: "sleep nap")

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try $0.log(EntryLog.self, .nap()) } : nil
  }

  func run(in session: CommandSession) throws {
    try session.log(EntryLog.self, .nap(childID: child, options: write.options))
  }
}

struct SleepWaking: Command {
  static let commandName = "waking"

  static let configuration = command(
    "Log a brief waking during a sleep.", usage: "sleep waking",
    discussion: """
      Time asleep is counted without it, and predictions do not take it for waking up. Without a time it is now, and
      takes no time itself.

        bbctl sleep waking --for 10m
        bbctl sleep waking --at 2:10-2:25
        bbctl brief waking 2:10-2:25
      """)

  @OptionGroup var time: TimeOptions
  @Option(help: OptionHelp.note) var note: String?
  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.log(
      EntryLog.self,
      .init(
        childID: child, entry: EntryInput(.declared(.briefWaking)), note: note, time: time.words, options: write.options
      ))
  }
}
