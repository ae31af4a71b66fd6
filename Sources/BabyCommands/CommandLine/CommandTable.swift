import ArgumentParser
import BabyModel

/// All commands of `bbctl`, in the order of its help.
///
/// It finds a command by its words. ArgumentParser, asked to parse with the whole tree, first builds all of it; so only the
/// command that is named parses what follows. Whatever does not work out that way, such as help, goes to the whole tree.
enum CommandTable {
  static let groups: [(title: String, commands: [any NamedCommand.Type])] = [
    ("Logging", [LogCommand.self, Feed.self, Diaper.self, Sleep.self, Tummy.self, NoteCommand.self]),
    (
      "Looking",
      [
        Status.self, Watch.self, Today.self, ActivityCommand.self, HistoryCommand.self, ShowCommand.self, Summary.self,
        PredictGroup.self, Why.self, GrowthCommand.self, Medicines.self, Foods.self, Milk.self,
      ]
    ),
    ("Changing", [Edit.self, Delete.self, UndoCommand.self, RedoCommand.self, Duplicate.self, Convert.self]),
    ("Setting up", [Setup.self, ChildGroup.self, SettingsGroup.self, RemindGroup.self, Completion.self]),
    ("Data", [Import.self, Export.self, Backup.self, Restore.self, Move.self, Erase.self]),
    (
      "Family",
      [
        Register.self, Login.self, Logout.self, AccountGroup.self, ShareGroup.self, SyncCommand.self, QueueGroup.self,
        InboxGroup.self,
      ]
    ),
    ("Desktop", [Open.self]),
    ("Scripting", [Monitor.self, CallCommand.self, ProxyStdio.self]),
    ("Mending", [Doctor.self, Diagnostics.self]),
  ]

  /// The command or group with a name.
  static func command(named word: String) -> (any NamedCommand.Type)? {
    for group in groups {
      for command in group.commands where command.commandName == word { return command }
    }
    return nil
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
    while let first = command.subcommands.first {
      if index == arguments.count || isOption(arguments[index]) {
        command = first
      } else if let next = command.subcommands.first(where: { $0.commandName == arguments[index] }) {
        command = next
        index += 1
      } else {
        return .unknown(index, in: command)
      }
    }
    return .command(command, rest: arguments[index...])
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }

  /// The command that the first words name, and the arguments after them; nil if they name none, or `help`.
  ///
  /// - Throws: `UsageError` for an unknown command.
  static func find(_ arguments: [String]) throws(UsageError) -> (any NamedCommand.Type, [String])? {
    switch match(arguments) {
    case .command(let command, let rest): return (command, Array(rest))
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
