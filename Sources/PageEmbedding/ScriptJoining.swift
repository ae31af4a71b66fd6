/// Makes one file of many modules: each file costs a phone on a slow network a round trip, and small ones are packed worse.
///
/// It has the document's module and all that it imports. The modules stand there one after the other, each after those
/// that it imports. A name keeps its spelling where it means one thing in all of them; else it gets its module's number
/// (`ScriptSpelling`).
struct ScriptJoining {
  static let entry = "app/main.js"

  private let sources: [String: SourceFile]
  private let members: String
  private let texts: SourceFile?
  private var modules: [String: ScriptModule] = [:]
  /// All that are joined, each after those that it imports.
  private var order: [String] = []

  /// - Parameter files: those of the whole page.
  init(_ files: [SourceFile]) {
    members = files.first { $0.path == ScriptMembers.path }?.text ?? ""
    texts = files.first { $0.path == ScriptTexts.path }
    sources = Dictionary(files.filter { $0.ending == "js" }.map { ($0.path, $0) }) { first, _ in first }
  }

  /// What is served in place of the modules and of the texts that come later; empty for a page without scripts.
  mutating func files() throws(EmbeddingError) -> [SourceFile] {
    guard sources[Self.entry] != nil else { return [] }
    try add(Self.entry, for: Self.entry, [])
    let all = order.compactMap { modules[$0] }
    let members = try ScriptMembers(members, all)
    let texts = try ScriptTexts(texts, all)
    // Of the ways to spell names, the one that is packed best.
    var best: (count: Int, text: String)?
    for manner in UsualSpellings.manners {
      let text = try all.map(ScriptSpelling(all, members, texts, manner).text).joined()
      let count = Packing.brotli(Array(text.utf8)).count
      if count < best?.count ?? .max { best = (count, text) }
    }
    return [SourceFile(path: Self.entry, text: best?.text ?? "")] + [texts.file].compactMap(\.self)
  }

  /// A script that is no module.
  func alone(_ path: String) throws(EmbeddingError) -> SourceFile? {
    guard let source = sources[path] else { return nil }
    let module = try ScriptModule(source)
    guard module.needs.isEmpty, module.exports.isEmpty else {
      throw EmbeddingError(path, "it is a script and not a module, and imports and exports nothing")
    }
    return SourceFile(path: path, text: try ScriptSpelling(module).text(module))
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
}
