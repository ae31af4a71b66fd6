/// The table of the texts that come behind the first screen. Its keys are spelt as short as can be, there and wherever a
/// script asks for one: `later.howToTrust`. So a text costs the script no more than a name does.
struct ScriptTexts {
  static let path = "texts/later.json"
  /// What holds the texts once they are there.
  static let (module, holder) = ("app/ui/later.js", "later")

  private let tokens: [ScriptToken]
  private var spellings: [String: String] = [:]

  /// - Parameters:
  ///   - table: none for a page without such texts.
  ///   - modules: all that are joined.
  init(_ table: SourceFile?, _ modules: [ScriptModule]) throws(EmbeddingError) {
    guard let table else {
      tokens = []
      return
    }
    tokens = try ScriptReader.tokens(of: table.text, path: table.path)
    var uses: [String: Int] = [:]
    for module in modules {
      try Self.refuseOtherWays(module)
      for index in module.body.indices where Self.isHolder(at: index, in: module) {
        guard index + 2 < module.body.count, module.body[index + 1].text == "." else {
          // Where they are put into it.
          if module.path == Self.module { continue }
          throw Self.refusal(module)
        }
        uses[module.body[index + 2].text, default: 0] += 1
      }
    }
    let keys = Set(keys.map(\.name))
    if let strange = uses.keys.filter({ !keys.contains($0) }).min() {
      throw EmbeddingError(Self.path, "there is no \(strange), which a script asks for")
    }
    var names = ScriptShortNames(small: true, taken: [])
    for name in keys.sorted(by: { (uses[$1] ?? 0, $0) < (uses[$0] ?? 0, $1) }) { spellings[name] = names.next() }
  }

  /// The keys of the table itself, and not of what is in it.
  private var keys: [(place: Int, name: String)] {
    var (depth, keys) = (0, [(place: Int, name: String)]())
    for (index, token) in tokens.enumerated() {
      if depth == 1, index + 1 < tokens.count, tokens[index + 1].text == ":", let name = token.said {
        keys.append((index, name))
      }
      depth += token.depth
    }
    return keys
  }

  /// The table as it is served; nil for a page without one.
  var file: SourceFile? {
    guard !tokens.isEmpty else { return nil }
    var texts = tokens.map(\.text)
    for (place, name) in keys { texts[place] = "\"\(spelling(name))\"" }
    return SourceFile(path: Self.path, text: texts.joined())
  }

  /// Who has the texts in another way than by importing them could ask for one without being seen here.
  private static func refuseOtherWays(_ module: ScriptModule) throws(EmbeddingError) {
    let isWhole = module.imports.contains { $0.from == Self.module && $0.whole != nil }
    let own = module.imports.filter { $0.from == Self.module }.flatMap(\.names).filter { $0.first == holder }.map(
      \.last)
    let isPassedOn = module.exports.contains { export in
      switch export {
      case .own(let name): own.contains(name.first)
      case .passedOn(let name, let from): from == Self.module && name.first == holder
      case .all(let from): from == Self.module
      }
    }
    if isWhole || isPassedOn { throw refusal(module) }
  }

  private static func refusal(_ module: ScriptModule) -> EmbeddingError {
    EmbeddingError(module.path, "a text of \(path) is asked for by its name, and they are not passed on")
  }

  /// Whether a word stands for all of the texts.
  static func isHolder(at index: Int, in module: ScriptModule) -> Bool {
    guard module.names.roles[index] != .none else { return false }
    let name = module.body[index].text
    if module.path == Self.module { return name == holder }
    return module.imports.contains {
      $0.from == Self.module && $0.names.contains { $0.first == holder && $0.last == name }
    }
  }

  func spelling(_ key: String) -> String { spellings[key] ?? key }
}
