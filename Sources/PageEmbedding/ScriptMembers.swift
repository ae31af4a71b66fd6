/// Members and keys that only the page's own scripts know: they are spelt as short as can be, wherever they stand.
///
/// Which these are nobody can tell from the scripts alone: the server, the browser and the phone's database have members,
/// too. So they are listed in a file, one in a line; `contrib/dev/check-page` finds out with TypeScript whether each of
/// them is declared by the page alone.
struct ScriptMembers {
  static let path = "app/members.txt"

  private var spellings: [String: String] = [:]

  init() {}

  /// - Parameter list: lines; what begins with `#` is for people.
  init(_ list: String, _ modules: [ScriptModule]) throws(EmbeddingError) {
    let lines = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    let listed = Set(lines)
    var (uses, taken): ([String: Int], Set<String>) = ([:], [])
    for module in modules {
      for (index, token) in module.body.enumerated() {
        guard token.kind == .name, module.names.roles[index] != .name else { continue }
        if listed.contains(token.text) { uses[token.text, default: 0] += 1 } else { taken.insert(token.text) }
      }
    }
    for line in lines where uses[line] == nil { throw EmbeddingError(Self.path, "nothing has the member \(line)") }
    var names = ScriptShortNames(small: true, taken: taken)
    for (name, _) in uses.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { spellings[name] = names.next() }
  }

  func spelling(_ name: String) -> String { spellings[name] ?? name }
}
