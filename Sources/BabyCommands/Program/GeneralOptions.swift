import ArgumentParser

/// The options that every command takes may stand before the command too, or between its words, as `systemctl` and `git`
/// take them.
enum GeneralOptions {
  private static let flags: Set<String> = ["--json", "--plain"]
  private static let withValue: Set<String> = ["--socket", "--host", "-H", "--timeout"]

  /// The same arguments with these options after the command's words, where the command reads them.
  static func afterCommand(_ arguments: [String]) -> [String] {
    var command: [String] = []
    var options: [String] = []
    var rest = arguments[...]
    var commands = Bbctl.configuration.subcommands
    while let word = rest.first {
      if let count = length(rest) {
        options += rest.prefix(count)
        rest = rest.dropFirst(count)
      } else if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command.append(word)
        rest = rest.dropFirst()
        commands = next.configuration.subcommands
      } else {
        // A helper's name, or a slip: what follows is for whoever has that name.
        if command.isEmpty, !word.hasPrefix("-") { command.append(rest.removeFirst()) }
        break
      }
    }
    return command + options + rest
  }

  /// Whether there is nothing but these.
  static func isAll(of arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let count = length(rest) { rest = rest.dropFirst(count) }
    return rest.isEmpty
  }

  /// How many arguments the option at the beginning takes; nil when there is none of these.
  private static func length(_ arguments: ArraySlice<String>) -> Int? {
    guard let first = arguments.first else { return nil }
    if flags.contains(first) { return 1 }
    if withValue.contains(first) { return arguments.count > 1 ? 2 : nil }
    return withValue.contains { $0.hasPrefix("--") && first.hasPrefix($0 + "=") } ? 1 : nil
  }
}
