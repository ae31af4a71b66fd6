import BabyModel

/// Words that list entries of a kind: `bbctl feeds`, `bbctl diapers yesterday`, as `foods` and `medicines` list theirs.
enum ListWords {
  /// The same as arguments of `bbctl history`, where the first word is such a one.
  static func asCommand(_ arguments: [String]) -> [String] {
    guard let word = arguments.first, let list = ListedEntries(named: word.lowercased()) else { return arguments }
    let search = list.search.map { ["--search", $0] } ?? []
    return ["history", "--kind", list.kind.rawValue] + search + arguments.dropFirst()
  }
}
