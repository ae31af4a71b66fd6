import ArgumentParser

/// The options that every command takes may stand before the command too, or between its words, as `systemctl` and `git`
/// take them. So may the child, which is on every command where there are twins.
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
      if let count = length(rest) ?? (command.isEmpty ? length(rest, withValue: ["--child"]) : nil) {
        options += rest.prefix(count)
        rest = rest.dropFirst(count)
      } else if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command.append(word)
        rest = rest.dropFirst()
        commands = next.configuration.subcommands
      } else {
        // The name of a helper, or a typing error: the rest belongs to it.
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

  /// The same arguments with `--at -20m` as one: a time that begins with a dash is not an option.
  static func joiningTimes(_ arguments: [String]) -> [String] {
    guard arguments.contains(where: { times.contains($0) }) else { return arguments }
    var joined: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" || argument == "--exec" { return joined + arguments[index...] }
      if let option = joined.last, times.contains(option), argument.hasPrefix("-"), PlainWords.isPlain(argument) {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  private static let times: Set<String> = ["--at", "--from", "--to", "--since"]

  /// How many arguments the option at the beginning takes; nil if it is not one of these.
  static func length(_ arguments: ArraySlice<String>) -> Int? {
    arguments.first.map(flags.contains) == true ? 1 : length(arguments, withValue: withValue)
  }

  /// The same for options that have a value, `--child Eva` or `--child=Eva`.
  static func length(_ arguments: ArraySlice<String>, withValue names: Set<String>) -> Int? {
    guard let first = arguments.first else { return nil }
    if names.contains(first) { return arguments.count > 1 ? 2 : nil }
    return names.contains { $0.hasPrefix("--") && first.hasPrefix($0 + "=") } ? 1 : nil
  }
}
