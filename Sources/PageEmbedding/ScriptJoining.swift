/// Makes few files of many modules: each file costs a phone on a slow network a round trip, and small ones are packed
/// worse.
///
/// The document's module and all that it imports become one file; all that is imported later, and what only that
/// imports, another. The modules stand there one after the other, each after those that it imports. A name keeps its
/// spelling where it means one thing in all of them; else it gets its module's number (`ScriptSpelling`).
struct ScriptJoining {
  static let entry = "app/main.js"
  static let later = "app/more.js"

  private let sources: [String: SourceFile]
  private let members: String
  private var modules: [String: ScriptModule] = [:]
  /// All that are joined, each after those that it imports.
  private var order: [String] = []

  /// - Parameter files: those of the whole page.
  init(_ files: [SourceFile]) {
    members = files.first { $0.path == ScriptMembers.path }?.text ?? ""
    sources = Dictionary(files.filter { $0.ending == "js" }.map { ($0.path, $0) }) { first, _ in first }
  }

  /// What is served in place of the modules; empty for a page without scripts.
  mutating func files() throws(EmbeddingError) -> [SourceFile] {
    guard sources[Self.entry] != nil else { return [] }
    try add(Self.entry, for: Self.entry, [])
    let first = order
    var index = 0
    while index < order.count {
      let path = order[index]
      for other in modules[path]?.later ?? [] {
        if first.contains(other) { throw EmbeddingError(path, "it imports \(other) later, which is there at once") }
        try add(other, for: path, [])
      }
      index += 1
    }
    let all = order.compactMap { modules[$0] }
    let members = try ScriptMembers(members, all)
    // Of the ways to spell names, the one that is packed best.
    var best: (count: Int, files: [SourceFile])?
    for manner in UsualSpellings.manners {
      let files = try files(first, ScriptSpelling(all, members, manner))
      let count = files.map { Packing.brotli($0.bytes).count }.reduce(0, +)
      if count < best?.count ?? .max { best = (count, files) }
    }
    return best?.files ?? []
  }

  /// - Parameter first: the modules of the first file.
  private func files(_ first: [String], _ spelling: ScriptSpelling) throws(EmbeddingError) -> [SourceFile] {
    var texts: [String: String] = [:]
    for path in order { texts[path] = try modules[path].map(spelling.text) ?? "" }
    let second = Array(order.dropFirst(first.count))
    let shared = try spelling.shared(second, from: first)
    var files = [
      SourceFile(path: Self.entry, text: first.compactMap { texts[$0] }.joined() + list("export", shared, ";"))
    ]
    if !second.isEmpty {
      let asked = Set(order.flatMap { modules[$0]?.later ?? [] }).sorted()
      let text = list("import", shared, "from'./main.js';") + second.compactMap { texts[$0] }.joined()
      files.append(SourceFile(path: Self.later, text: text + list("export", asked.map(spelling.variable), ";")))
    }
    return files
  }

  /// A script that is no module.
  func alone(_ path: String) throws(EmbeddingError) -> SourceFile? {
    guard let source = sources[path] else { return nil }
    let module = try ScriptModule(source)
    guard module.needs.isEmpty, module.exports.isEmpty, module.later.isEmpty else {
      throw EmbeddingError(path, "it is a script and not a module, and imports and exports nothing")
    }
    return SourceFile(path: path, text: try ScriptSpelling([module], ScriptMembers()).text(module))
  }

  /// Adds a module after all that it imports.
  private mutating func add(_ path: String, for other: String, _ trail: [String]) throws(EmbeddingError) {
    if order.contains(path) { return }
    guard !trail.contains(path) else {
      let circle = trail.drop { $0 != path } + [path]
      throw EmbeddingError(path, "modules import each other: \(circle.joined(separator: ", "))")
    }
    guard let file = sources[path] else { throw EmbeddingError(other, "there is no \(path)") }
    let module = try ScriptModule(file)
    modules[path] = module
    for need in module.needs { try add(need, for: path, trail + [path]) }
    order.append(path)
  }

  private func list(_ word: String, _ names: [String], _ end: String) -> String {
    names.isEmpty ? "" : "\(word){\(names.joined(separator: ","))}\(end)\n"
  }
}
