import ArgumentParser
import BabyModel

/// Finds the command that arguments name.
///
/// With the whole tree of commands, ArgumentParser first builds all of it, which costs more than the rest of a call. So
/// the words that lead to a command are looked up here and only that command parses the rest. Everything else, such as
/// help, goes to the whole tree, which has the best messages.
enum Dispatcher {
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // ArgumentParser helps with anything.
    if arguments.first == "help" { _ = try command(for: Array(arguments.dropFirst())) }
    return try alone(arguments) ?? Bbctl.parseAsRoot(arguments)
  }

  /// The named command with its arguments; nil if they do not fit, or if only a group is named.
  ///
  /// - Throws: `CommandRefusal` for an unknown command.
  static func alone(_ arguments: [String]) throws -> (any ParsableCommand)? {
    guard let (command, rest) = try command(for: arguments), let parsed = try? command.parseAsRoot(rest),
      type(of: parsed) == command
    else { return nil }
    return parsed
  }

  /// Whether a first word is neither a command nor an option.
  static func isUnknown(_ word: String) -> Bool {
    !word.hasPrefix("-") && word != "help"
      && !Bbctl.configuration.subcommands.contains { $0.configuration.commandName == word }
  }

  /// Whether a command could have the name.
  static func isName(_ word: String) -> Bool {
    word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// The command that the first words name, and the arguments after them; nil when they stop at a group.
  ///
  /// - Throws: `CommandRefusal` for an unknown command.
  static func command(for arguments: [String]) throws -> (any ParsableCommand.Type, [String])? {
    var command: any ParsableCommand.Type = Bbctl.self
    var rest = arguments[...]
    while !command.configuration.subcommands.isEmpty {
      let commands = command.configuration.subcommands
      guard let word = rest.first, !word.hasPrefix("-") else {
        guard let fallback = command.configuration.defaultSubcommand else { return nil }
        command = fallback
        continue
      }
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command = next
        rest = rest.dropFirst()
      } else if word == "help", rest.count == arguments.count {
        return nil
      } else {
        throw unknown(Array(rest), among: commands, after: Array(arguments.dropLast(rest.count)))
      }
    }
    return (command, Array(rest))
  }

  /// The command that is most similar to a word, or begins with it; nil if there is none.
  static func nearest(to word: String) -> String? {
    let names = Bbctl.configuration.subcommands.compactMap { $0.configuration.commandName }
    let beginning = word.count > 2 ? names.filter { $0.hasPrefix(word.lowercased()) } : []
    return beginning.first ?? nearestName(to: word, among: names + PlainWords.offered.map(\.word))
  }

  private static func unknown(
    _ rest: [String], among commands: [any ParsableCommand.Type], after words: [String]
  ) -> CommandRefusal {
    let prefix = (["bbctl"] + words).joined(separator: " ")
    let word = rest.first ?? ""
    let meant = TriedWords.commands(for: words + rest.prefix { !$0.hasPrefix("-") })
    let names = commands.compactMap { $0.configuration.commandName }
    let nearest = words.isEmpty ? nearest(to: word) : nearestName(to: word, among: names)
    return CommandRefusal(
      message: "There is no command \"\(prefix) \(word)\".",
      hint: meant.first ?? nearest.map { "\(prefix) \($0)" } ?? "\(prefix) --help", others: Array(meant.dropFirst()))
  }
}
