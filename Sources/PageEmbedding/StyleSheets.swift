/// Makes one style sheet of those that the page's documents name: all of the first one's, in its order. Those that none
/// names, which a script fetches, stay alone.
struct StyleSheets {
  private static let joined = "style/page.css"

  private(set) var documents: [SourceFile] = []
  private(set) var sheets: [SourceFile] = []

  /// - Parameters:
  ///   - documents: the page's own first; others need no more style sheets than it has.
  ///   - files: those of the whole page.
  ///   - scripts: as they are served.
  init(_ documents: [SourceFile], _ files: [SourceFile], scripts: [SourceFile]) throws(EmbeddingError) {
    let named = documents.first.map { Self.sheets(of: $0).map(\.path) } ?? []
    var text = ""
    for path in named {
      guard let file = files.first(where: { $0.path == path }) else {
        throw EmbeddingError(documents[0].path, "there is no \(path)")
      }
      text += try Self.stripped(file).text
    }
    if !named.isEmpty { sheets.append(SourceFile(path: Self.joined, text: text)) }
    for file in files where file.ending == "css" && scripts.contains(where: { $0.text.contains(file.path) }) {
      sheets.append(try Self.stripped(file))
    }
    for document in documents {
      var lines = document.text.split(separator: "\n", omittingEmptySubsequences: false)
      let sheets = Self.sheets(of: document)
      if let other = sheets.first(where: { !named.contains($0.path) }) {
        throw EmbeddingError(document.path, "it needs \(other.path), which \(documents[0].path) does not")
      }
      for sheet in sheets.dropFirst().reversed() { lines.remove(at: sheet.line) }
      if let first = sheets.first {
        lines[first.line] = lines[first.line].replacing(first.path, with: Self.joined)[...]
      }
      self.documents.append(SourceFile(path: document.path, text: lines.joined(separator: "\n")))
    }
  }

  /// The style sheets that a document names, each on a line of its own.
  private static func sheets(of document: SourceFile) -> [(path: String, line: Int)] {
    document.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      line.contains("rel=\"stylesheet\"") ? named(in: line).first.map { ($0, index) } : nil
    }
  }

  /// The files that a document names by `/page/%VERSION%/`.
  static func named(in text: some StringProtocol) -> [String] {
    String(text).split(separator: "\"").filter { $0.hasPrefix(Site.address) }.map {
      String($0.dropFirst(Site.address.count))
    }
  }

  /// A style sheet without comments, indentation and empty lines.
  static func stripped(_ sheet: SourceFile) throws(EmbeddingError) -> SourceFile {
    var (rest, kept) = (sheet.text[...], "")
    // What stands in quotes is passed as it is.
    while let start = rest.firstIndex(where: { $0 == "/" || $0 == "'" || $0 == "\"" }) {
      kept += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix("/*") {
        guard let end = rest.dropFirst(2).firstRange(of: "*/") else {
          throw EmbeddingError(sheet.path, "a comment is never closed")
        }
        rest = rest[end.upperBound...]
      } else if rest.first == "/" {
        kept.append(rest.removeFirst())
      } else {
        let quote = rest.removeFirst()
        guard let end = rest.firstIndex(of: quote) else {
          throw EmbeddingError(sheet.path, "a text in quotes is never closed")
        }
        kept += "\(quote)\(rest[...end])"
        rest = rest[rest.index(after: end)...]
      }
    }
    kept += rest
    let lines = kept.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    return SourceFile(path: sheet.path, text: lines.map { $0 + "\n" }.joined())
  }
}
