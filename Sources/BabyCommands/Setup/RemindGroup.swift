import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct RemindGroup: ParsableCommand, NamedCommand {
  static let commandName = "remind"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(RemindListCommand.self)
    add(RemindAdd.self)
    add(RemindRemove.self)
    add(RemindSnooze.self)
    add(RemindDismiss.self)
    add(RemindOff.self)
    add(RemindOn.self)
  }

  static let configuration = group(
    "Show, add, snooze and dismiss reminders, or run a command for each.",
    discussion: """
      You can be reminded a set time after a feed or a diaper, and before a nap
      becomes likely. Without any setting, you are reminded of a sleep that has
      been running for very long.

        bbctl settings set feeding.interval 3h
        bbctl settings set reminders.nap 15m
        bbctl settings set reminders.quiet 22:00-06:00
        bbctl remind add "Vitamin D" --daily 09:00
        bbctl remind --exec curl --data-raw "{child}: {text}" https://ntfy.example/eva
      """)
}

struct RemindListCommand: Command {
  static let commandName = "list"

  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "List the reminders that are waiting for you, and those to come.",
    usage: """
      bbctl remind [list] [<options>]
      bbctl remind [<options>] --exec <command> [<argument> ...]
      """,
    discussion: """
      With --exec, it runs until you interrupt it, and starts the command for each
      reminder, without a shell and as the user who runs bbctl. In its arguments,
      {text}, {child}, {kind} and {id} are replaced with the reminder's, and its
      environment has BABYBASICS_REMINDER_TEXT, _CHILD, _KIND, _ID and _DUE.
      It also runs for reminders that are already waiting when it starts.

        bbctl remind --exec notify-send "{child}: {text}"

      Other people name reminders, so a shell must not read what they have written:
      take its variables there.

        bbctl remind --exec sh -c 'echo "$BABYBASICS_REMINDER_TEXT" >> reminders.txt'
      """)

  @Option(help: ArgumentHelp("The child; default: all of them.", valueName: "name|id"))
  var child: String?

  @Flag(
    name: .customLong("exec"), help: "Run a command for each reminder. Everything after this belongs to the command.")
  var runsCommand = false

  @OptionGroup var global: GlobalOptions

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    if runsCommand, command.isEmpty {
      throw ValidationError("Name a command after --exec, such as --exec notify-send \"{child}: {text}\"")
    }
    if runsCommand, let problem = ShellCommand.problem(with: command) { throw ValidationError(problem) }
    // A command that passes on everything would also pass on --help.
    if !runsCommand, command.contains("--help") || command.contains("-h") {
      throw CleanExit.helpRequest(RemindListCommand.self)
    }
    if !runsCommand, let word = command.first { throw ValidationError("Unexpected argument '\(word)'") }
  }

  static func action(for words: ArraySlice<String>) -> CommandAction? {
    words.isEmpty ? { try show(child: nil, in: $0) } : nil
  }

  func run(in session: CommandSession) throws {
    guard !runsCommand else { return try follow(in: session) }
    try Self.show(child: child, in: session)
  }

  static func show(child: String?, in session: CommandSession) throws {
    let now = session.now
    try session.answer(ReminderList.self, .init(childID: child)) { .reminders($0, now: now) }
  }

  private func follow(in session: CommandSession) throws {
    var loop = FollowLoop(
      session.follower(of: [.reminder], child: child), output: session.environment.outputDescriptor)
    var runs = ReminderRuns(command: command)
    while let events = loop.next(until: nil) {
      for event in events {
        if let refusal = event.refusal { throw refusal }
        if case .lost(let error) = event { session.environment.writeError(error.message + "\n") }
        for run in runs.news(in: event) where !session.environment.start(run.arguments, run.variables) {
          throw UsageError(message: "\(command[0]) cannot be started.")
        }
      }
    }
  }
}

struct RemindAdd: Command {
  static let commandName = "add"

  static let configuration = command(
    "Add a custom reminder, or change the schedule of an existing one.",
    usage: "remind add <name> (--daily <time> | --every <duration>)",
    discussion: """
      A daily reminder is due at its time in the child's time zone. One with an
      interval is due that long after you add it, and again that long after each
      time you dismiss it, which marks it as done.

        bbctl remind add "Vitamin D" --daily 09:00
        bbctl remind add Drops --every 8h --child Eva
      """)

  @Argument(help: "Its name.")
  var name: String?

  @Option(help: ArgumentHelp("The time of day, such as 9am or 21:30.", valueName: "time"))
  var daily: String?

  @Option(help: ArgumentHelp("How long after it was added or last done, 30m to 168h.", valueName: "duration"))
  var every: String?

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard name != nil else {
      throw ValidationError("Say what it is called, such as bbctl remind add \"Vitamin D\" --daily 9am.")
    }
    guard (daily == nil) != (every == nil) else {
      throw ValidationError("Use either --daily, such as 09:00, or --every, such as 8h.")
    }
  }

  func run(in session: CommandSession) throws {
    try session.answer(
      ReminderSet.self, .init(name: name ?? "", every: every, daily: daily, childID: child, options: write.options)
    ) { .done($0.message, $0.reminder.child.name, isDryRun: $0.isDryRun) }
  }
}

struct RemindRemove: Command {
  static let commandName = "remove"

  static let configuration = command(
    "Remove a reminder of your own.", usage: "remind remove <name>")

  @Argument(help: "Its name.")
  var name: String

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ReminderRemove.self, .init(name: name, childID: child, options: write.options)) {
      .done($0.message, $0.reminder.child.name, isDryRun: $0.isDryRun)
    }
  }
}

struct RemindSnooze: Command {
  static let commandName = "snooze"

  static let configuration = command(
    "Put a reminder off; it comes back later, unless it is done by then.",
    usage: "remind snooze [<reminder>] [--for <duration>]",
    discussion: """
        bbctl remind snooze
        bbctl remind snooze feeding --for 30m
      """)

  @Argument(help: OptionHelp.reminder, completion: reminderKinds)
  var reminder: String?

  @Option(
    help: ArgumentHelp(
      "For how long, 1m to 24h; default: \(ReminderSnooze.defaultMinutes)m.", valueName: "duration"))
  var `for`: SnoozeTime?

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.reminderChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(
      ReminderSnooze.self,
      .init(id: reminder, minutes: `for`?.minutes, childID: child, options: write.options)
    ) { .done($0.message, $0.reminder.child.name, isDryRun: $0.isDryRun) }
  }
}

struct RemindDismiss: Command {
  static let commandName = "dismiss"

  static let configuration = command(
    "Mark a reminder as done; it does not come back until it is due again.", usage: "remind dismiss [<reminder>]",
    discussion: "bbctl remind dismiss \"Vitamin D\"")

  @Argument(help: OptionHelp.reminder, completion: reminderKinds)
  var reminder: String?

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.reminderChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ReminderDismiss.self, .init(id: reminder, childID: child, options: write.options)) {
      .done($0.message, $0.reminder.child.name, isDryRun: $0.isDryRun)
    }
  }
}

struct RemindOff: Command {
  static let commandName = "off"

  static let configuration = command(
    "Turn reminders off; your settings and reminders are kept.", usage: "remind off")

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws { try session.turnReminders(.off, child: child, write) }
}

struct RemindOn: Command {
  static let commandName = "on"

  static let configuration = command(
    "Turn reminders back on.", usage: "remind on")

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws { try session.turnReminders(.on, child: child, write) }
}

extension CommandSession {
  fileprivate func turnReminders(_ value: Switch, child: String?, _ write: WriteFlags) throws {
    try answer(
      SettingsSet.self,
      .init(key: "reminders.enabled", value: value.rawValue, childID: child, options: write.options)
    ) { .done($0.message, isDryRun: $0.isDryRun) }
  }
}

/// How long a reminder is snoozed, as people type it: `30m`, or `30` for minutes.
struct SnoozeTime: Equatable, ExpressibleByArgument {
  var minutes: Int

  init?(argument: String) {
    guard let length = Duration(text: argument, bareMinutes: true) else { return nil }
    minutes = Int(length.wholeMinutes)
    guard (1...ReminderSnooze.mostMinutes).contains(minutes) else { return nil }
  }
}

private let reminderKinds = CompletionKind.list(
  ReminderKind.allCases.filter { $0 != .custom }.map(\.rawValue))
