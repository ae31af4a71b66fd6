import BabyModel

/// Questions, and the commands that answer them: `bbctl feeds`, `bbctl diapers yesterday`, `bbctl why is Eva crying`.
enum Questions {
  /// The arguments of the command that answers a question; any others as they are.
  static func asCommand(_ arguments: [String]) -> [String] { asWhy(asList(arguments)) }

  /// `bbctl feeds` as `bbctl history --kind feeding`, as `foods` and `medicines` list theirs.
  static func asList(_ arguments: [String]) -> [String] {
    guard let word = arguments.first, let list = ListedEntries(named: word.lowercased()) else { return arguments }
    let search = list.search.map { ["--search", $0] } ?? []
    return [HistoryCommand.commandName, "--kind", list.kind.rawValue] + search + arguments.dropFirst()
  }

  /// `why is Eva crying` and `what's wrong` as `bbctl why`, with or without options.
  private static func asWhy(_ arguments: [String]) -> [String] {
    // The rest costs a tenth of `bbctl sleep stop`.
    guard let first = arguments.first?.lowercased(), first.hasPrefix("wh") else { return arguments }
    let typed = arguments.prefix { !$0.hasPrefix("-") }.flatMap { $0.split(separator: " ").map(String.init) }
    let words = typed.map { $0.lowercased().filter { $0 != "?" } }
    let options = arguments.drop { !$0.hasPrefix("-") }
    if [["what's", "wrong"], ["whats", "wrong"], ["what", "is", "wrong"]].contains(words) {
      return [Why.commandName] + options
    }
    guard words.count > 3, words.starts(with: ["why", "is"]), ["crying", "upset", "fussy"].contains(words.last) else {
      return arguments
    }
    let isNamed = !["she", "he", "it", "they", "baby", "the baby", "my baby"].contains(
      words.dropFirst(2).dropLast().joined(separator: " "))
    let name = typed.dropFirst(2).dropLast().joined(separator: " ")
    return [Why.commandName] + (isNamed ? ["--child", name] : []) + options
  }
}
