/// Which letter a name within functions has everywhere, as far as it can: what is written alike is packed well.
///
/// One letter for many names is packed best, and two names that are seen at one place cannot have the same. So the names
/// take their letters in turn, those first that are named most, each the one that costs least.
struct UsualSpellings {
  private(set) var spellings: [String: String] = [:]

  /// How names are given letters.
  struct Manner: Sendable {
    /// Of how many letters they are given.
    var letters = 20
    /// What a letter may cost more than the one before it, in names that have to be spelt otherwise.
    var step = 0.05
  }

  /// Which is best changes with each word of a script, by a hundred bytes: so all of these are tried.
  static let manners = [10, 12, 14, 16, 18, 20].flatMap { letters in
    (1...12).map { Manner(letters: letters, step: Double($0) / 150) }
  }

  init(_ modules: [ScriptModule], _ manner: Manner) {
    let letters = ScriptShortNames.letters.prefix(manner.letters)
    var (uses, meetings): ([String: Int], [String: [String: Int]]) = ([:], [:])
    for locals in modules.flatMap(\.names.locals) {
      for local in locals {
        uses[local.name, default: 0] += local.places.count
        for other in locals where other.name != local.name && local.meets(other) {
          meetings[local.name, default: [:]][other.name, default: 0] += min(local.places.count, other.places.count)
        }
      }
    }
    for (name, count) in uses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      var costs = letters.indices.map { Double($0) * manner.step * Double(count) }
      for (other, meetings) in meetings[name] ?? [:] {
        if let taken = spellings[other].flatMap({ letters.firstIndex(of: Character($0)) }) {
          costs[taken] += Double(meetings)
        }
      }
      let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
      spellings[name] = String(letters[best])
    }
  }
}
