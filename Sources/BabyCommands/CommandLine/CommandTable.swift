import ArgumentParser
import BabyModel
import BabyProtocol

/// All commands of `bbctl`, in the order of its help.
///
/// It finds a command by its words. ArgumentParser, asked to parse with the whole tree, first builds all of it; so only the
/// command that is named parses what follows. Whatever does not work out that way, such as help, goes to the whole tree.
enum CommandTable {
  /// Names each command with its heading in the help. This is not an array, because making one of types takes a quarter of
  /// the instructions of a whole call.
  private static func list(_ add: (_ heading: String, any NamedCommand.Type) -> Void) {
    add("Logging", LogCommand.self)
    add("Logging", Feed.self)
    add("Logging", Diaper.self)
    add("Logging", Sleep.self)
    add("Logging", Tummy.self)
    add("Logging", NoteCommand.self)
    add("Looking", Status.self)
    add("Looking", Watch.self)
    add("Looking", Dash.self)
    add("Looking", Today.self)
    add("Looking", ActivityCommand.self)
    add("Looking", HistoryCommand.self)
    add("Looking", ShowCommand.self)
    add("Looking", ChartCommand.self)
    add("Looking", TrendsCommand.self)
    add("Looking", ReportCommand.self)
    add("Looking", Summary.self)
    add("Looking", PredictGroup.self)
    add("Looking", Why.self)
    add("Looking", GrowthCommand.self)
    add("Looking", Medicines.self)
    add("Looking", Foods.self)
    add("Looking", Milk.self)
    add("Changing", Edit.self)
    add("Changing", Delete.self)
    add("Changing", UndoCommand.self)
    add("Changing", RedoCommand.self)
    add("Changing", Duplicate.self)
    add("Changing", Convert.self)
    add("Setting up", Setup.self)
    add("Setting up", ChildGroup.self)
    add("Setting up", SettingsGroup.self)
    add("Setting up", RemindGroup.self)
    add("Setting up", Completion.self)
    add("Data", Import.self)
    add("Data", Export.self)
    add("Data", Backup.self)
    add("Data", Restore.self)
    add("Data", Move.self)
    add("Data", Erase.self)
    add("Family", Register.self)
    add("Family", Login.self)
    add("Family", Logout.self)
    add("Family", AccountGroup.self)
    add("Family", ShareGroup.self)
    add("Family", SyncCommand.self)
    add("Family", QueueGroup.self)
    add("Family", InboxGroup.self)
    add("Desktop", Open.self)
    add("Scripting", Monitor.self)
    add("Scripting", CallCommand.self)
    add("Scripting", ProxyStdio.self)
    add("Troubleshooting", Doctor.self)
    add("Troubleshooting", Diagnostics.self)
  }

  static var groups: [(title: String, commands: [any NamedCommand.Type])] {
    var groups: [(title: String, commands: [any NamedCommand.Type])] = []
    list { heading, command in
      if groups.last?.title != heading { groups.append((heading, [])) }
      groups[groups.count - 1].commands.append(command)
    }
    return groups
  }

  /// The command or group with a name.
  static func command(named word: String) -> (any NamedCommand.Type)? {
    var found: (any NamedCommand.Type)?
    list { if $1.isCalled(word) { found = $1 } }
    return found
  }

  /// Whether a first word is neither a command nor an option.
  static func isUnknown(_ word: String) -> Bool {
    !isOption(word) && word != "help" && command(named: word) == nil
  }

  /// Whether a command could have the name.
  static func isName(_ word: String) -> Bool {
    word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
  }

  // MARK: Finding a command

  private enum Match {
    case command(any NamedCommand.Type, rest: ArraySlice<String>)
    /// No command is named, or it is `help`.
    case nothing
    /// The word at an index names no command of a group; of nil, no command at all.
    case unknown(Int, in: (any NamedCommand.Type)?)
  }

  private static func match(_ arguments: [String]) -> Match {
    guard let word = arguments.first, !isOption(word), word != "help" else { return .nothing }
    guard var command = Self.command(named: word) else { return .unknown(0, in: nil) }
    var index = 1
    while true {
      let word = index < arguments.count && !isOption(arguments[index]) ? arguments[index] : nil
      var (first, named): ((any NamedCommand.Type)?, (any NamedCommand.Type)?)
      command.listSubcommands { subcommand in
        first = first ?? subcommand
        if let word, subcommand.isCalled(word) { named = subcommand }
      }
      guard let first else { break }
      guard word != nil else {
        command = first
        continue
      }
      guard let named else { return .unknown(index, in: command) }
      command = named
      index += 1
    }
    return .command(command, rest: arguments[index...])
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }

  /// The command that the first words name, and the arguments after them; nil if they name none, or `help`.
  ///
  /// - Throws: `UsageError` for an unknown command.
  static func find(_ arguments: [String]) throws(UsageError) -> (any ParsableCommand.Type, [String])? {
    switch match(arguments) {
    case .command(let command, let rest): return (command.parser, Array(rest))
    case .nothing: return nil
    case .unknown(let index, let group):
      throw unknown(Array(arguments[index...]), in: group, after: Array(arguments[..<index]))
    }
  }

  /// What a command line does that is nothing but words; nil if ArgumentParser has to read it.
  static func action(for words: [String]) -> CommandAction? {
    guard case .command(let command, let rest) = match(words), !rest.contains(where: isOption) else { return nil }
    return command.action(for: rest)
  }

  // MARK: Parsing

  /// - Throws: `UsageError` for an unknown command; what ArgumentParser throws.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // ArgumentParser shows some help for any word.
    if arguments.first == "help" { _ = try find(Array(arguments.dropFirst())) }
    return try parseAlone(arguments) ?? Bbctl.parseAsRoot(arguments)
  }

  /// What the named command makes of its arguments; nil if it does not take them, or no command is named.
  ///
  /// - Throws: `UsageError` for an unknown command.
  static func parseAlone(_ arguments: [String]) throws -> (any ParsableCommand)? {
    guard let (command, rest) = try find(arguments), let parsed = try? command.parseAsRoot(rest),
      type(of: parsed) == command
    else { return nil }
    return parsed
  }

  // MARK: Wrong words

  /// What begins a command line and is written nearly like a word, or begins with it.
  static func nearest(to word: String) -> String? {
    let names = groups.flatMap(\.commands).map { $0.commandName }
    let beginning = word.count > 2 ? names.filter { $0.hasPrefix(word.lowercased()) } : []
    return beginning.first ?? nearestName(to: word, among: names + Phrases.offered.map(\.word))
  }

  private static func unknown(
    _ rest: [String], in group: (any NamedCommand.Type)?, after words: [String]
  ) -> UsageError {
    let prefix = (["bbctl"] + words).joined(separator: " ")
    let word = rest.first ?? ""
    let meant = Suggestions.commands(for: words + rest.prefix { !$0.hasPrefix("-") })
    let nearest = group.map { nearestName(to: word, among: $0.subcommands.map { $0.commandName }) } ?? nearest(to: word)
    return UsageError(
      message: "There is no command \"\(prefix) \(word)\".",
      hint: meant.first ?? nearest.map { "\(prefix) \($0)" } ?? "\(prefix) --help", others: Array(meant.dropFirst()))
  }
}

/// The tree of all commands.
struct Bbctl: ParsableCommand {
  static let commandName = "bbctl"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Log a baby's day: feeds, diapers, sleep, tummy time and notes.",
    discussion: """
      To look around with a made-up family: bbctl --demo

      A short first try:
        bbctl child add Eva --born 2026-06-28
        bbctl left 15m
        bbctl bottle 4oz 2h ago
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
    version: versionText,
    groupedSubcommands: CommandTable.groups.map {
      CommandGroup(name: $0.title, subcommands: $0.commands.map { $0.parser })
    })

  /// Read by `BbctlProgram`, which has another program do it.
  @Flag(help: "Open a shell for a made-up family, or run one command for it: --demo today.")
  var demo = false
}
