import ArgumentParser
import BabyModel

extension ServerCommand {
  /// The message about a word that stands in a command's place and names none. The parser would only report an unexpected
  /// argument of `serve` or of a group.
  ///
  /// - Parameter words: as they were typed behind the program's name.
  /// - Returns: nil if there is no such word.
  static func unknownCommand(in words: [String]) -> String? {
    unknownCommand(in: words[...], of: ServerCommand.self, called: configuration.commandName ?? "")
  }

  private static func unknownCommand(
    in words: ArraySlice<String>, of group: any ParsableCommand.Type, called path: String
  ) -> String? {
    let commands = group.configuration.subcommands
    guard !commands.isEmpty, let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
    let rest = words.dropFirst()
    if let command = commands.first(where: { $0._commandName == word }) {
      return unknownCommand(in: rest, of: command, called: "\(path) \(word)")
    }
    let nearest = nearestName(to: word, among: commands.map { $0._commandName })
    let remedy = nearest.map { ([path, $0] + rest.map(\.shellQuoted)).joined(separator: " ") } ?? "\(path) --help"
    return "There is no command \"\(path) \(word.excerpt)\".\nTry: \(remedy)"
  }
}
