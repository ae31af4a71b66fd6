import MessageDigest

/// The whole page, as it is served.
public struct Site {
  /// Changes with any file of it.
  public let version: String
  public let files: [SourceFile]

  /// What is fetched by a name that stays; all else has the version in its address.
  private static let fresh = ["index.html", "manifest.webmanifest", "plain.html", "worker.js"]
  /// How the documents name everything else.
  static let address = "/page/%VERSION%/"

  /// - Parameter sources: the files as somebody has written them.
  public init(_ sources: [SourceFile]) throws(EmbeddingError) {
    let all = try Self.joined(sources)
    let whole = all.flatMap { Array("\($0.path)\n\($0.bytes.count)\n".utf8) + $0.bytes }
    let version = Self.digest(whole)
    let addresses = all.map(\.path).filter { !Self.fresh.contains($0) }.map { "\"/page/\(version)/\($0)\"" }
    let list = "[\(addresses.joined(separator: ","))]"
    self.version = version
    for document in all where Self.fresh.contains(document.path) {
      for path in StyleSheets.named(in: document.text) where !all.contains(where: { $0.path == path }) {
        throw EmbeddingError(document.path, "there is no \(path)")
      }
    }
    files = all.map { file in
      guard Self.fresh.contains(file.path) else { return file }
      var file = file
      file.text = file.text.replacing("%VERSION%", with: version).replacing("%FILES%", with: list)
      return file
    }
  }

  /// With few scripts and style sheets in place of many.
  private static func joined(_ sources: [SourceFile]) throws(EmbeddingError) -> [SourceFile] {
    var joining = ScriptJoining(sources)
    let documents = sources.filter { $0.ending == "html" }.sorted { $0.path < $1.path }
    let scripts = try joining.files()
    let styles = try StyleSheets(documents, sources, scripts: scripts)
    var files = scripts + styles.documents + styles.sheets
    files += sources.filter { file in
      !["css", "html", "js", "txt"].contains(file.ending) && !files.contains { $0.path == file.path }
    }
    // Scripts that a document names beside its module, and the worker, which a script names.
    let named = documents.flatMap { StyleSheets.named(in: $0.text) } + ["worker.js"]
    for path in named where path.hasSuffix(".js") && !files.contains(where: { $0.path == path }) {
      if let script = try joining.alone(path) { files.append(script) }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// 64 bits that tell contents apart.
  static func digest(_ bytes: [UInt8]) -> String {
    MessageDigest.sha256(bytes).prefix(8).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
