import BabyModel

/// Recognizes common files that are not logs by their first bytes.
enum OtherFile {
  /// The type of such a file, and what helps, in sentences.
  ///
  /// - Parameter beginning: the first bytes, a line of text at least where there is as much.
  /// - Returns: nil for what may be a table, JSON, or another text.
  static func refusal(of beginning: [UInt8]) -> String? {
    for (marks, refusal) in signatures where marks.contains(where: { beginning.starts(with: $0) }) { return refusal }
    // The bytes before the name vary.
    if beginning.dropFirst(4).starts(with: "ftyp".utf8) { return picture }
    let text = String(decoding: beginning.prefix(64), as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{feff}"
    }
    if text.hasPrefix("<!doctype") || text.hasPrefix("<html") { return webPage }
    if text.hasPrefix("<?xml") { return xml }
    if beginning.contains(0) { return binary }
    return nil
  }

  private static let picture = "This is a picture or video, not a log."
  private static let packed =
    "This archive format is not supported. Unpack it and import the files."
  private static let office = """
    This is an office document. If it is a table, open it in its spreadsheet, save it there as CSV (Excel: “CSV UTF-8”), \
    and import that.
    """
  private static let xml = """
    This is XML, which is not read here. If it is a table, open it in a spreadsheet, save it there as CSV, and import that.
    """
  private static let webPage = """
    This is a web page, and not the file itself: perhaps one that asks to log in. Download the export again.
    """
  private static let binary = """
    This is not text, and not a known format. If it is a backup, it may be encrypted: export the log from the app \
    instead.
    """

  private static let signatures: [(marks: [[UInt8]], refusal: String)] = [
    (
      [Array("%PDF-".utf8)],
      "PDF files cannot be imported. Export the log from the app as CSV or JSON, or make a backup there."
    ),
    ([[0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47], Array("GIF8".utf8), Array("RIFF".utf8)], picture),
    (
      [
        [0x1f, 0x8b], [0x37, 0x7a, 0xbc, 0xaf], Array("Rar!".utf8), [0xfd, 0x37, 0x7a, 0x58], Array("BZh".utf8),
        [0x28, 0xb5, 0x2f, 0xfd],
      ], packed
    ),
    ([[0xd0, 0xcf, 0x11, 0xe0], Array("{\\rtf".utf8)], office),
  ]
}

/// A table that is nearly one of an app's: a few of its headings were changed, or columns left out.
struct SimilarTable {
  let app: String
  /// The missing columns, in the app's words.
  let missing: [String]

  private typealias Heading = (title: String, names: [String])

  /// The headings by which readers know tables that have many columns. One with few resembles too many others.
  private static let tables: [(app: String, headings: [Heading])] = [
    ("Baby Connect", BabyConnectColumns.headings), ("Huckleberry", HuckleberryRow.headings.map(heading)),
    ("Nara", NaraRow.headings.map(heading)), ("Hatch", HatchReader.headings.map(heading)),
  ]

  private static func heading(_ title: String) -> Heading { (title, [name(title)]) }

  private static func name(_ title: String) -> String {
    LooseColumns.Column(trimmed(title)).name.replacing("_", with: " ")
  }

  /// - Parameter columns: of a table that no reader takes.
  /// - Returns: nil if more than a third of the headings are missing of every app.
  init?(_ columns: [String]) {
    let names = Set(columns.prefix(200).map(Self.name))
    var best: (app: String, missing: [String])?
    for (app, headings) in Self.tables {
      let missing = headings.filter { $0.names.allSatisfy { !names.contains($0) } }.map(\.title)
      guard missing.count * 3 <= headings.count, missing.count < best?.missing.count ?? Int.max else { continue }
      best = (app, missing)
    }
    guard let best, !best.missing.isEmpty else { return nil }
    (app, missing) = best
  }

  /// Whether it is a table of this program's own, also with a few of its columns changed.
  static func isOwn(_ columns: [String]) -> Bool {
    let own = CSVColumn.all.prefix(CSVColumn.formerCounts[0]).map(\.rawValue)
    let names = Set(columns.prefix(200).map(trimmed))
    return own.count(where: { !names.contains($0) }) * 3 <= own.count
  }

  /// A sentence about the app whose table this nearly is; nil if it resembles none.
  static func text(_ columns: [String]) -> String? {
    if isOwn(columns) {
      return """
        The table is one of Baby Basics's, but its columns are not as they were exported: none may be added, moved, renamed \
        or taken away.
        """
    }
    return SimilarTable(columns)?.text
  }

  /// A sentence.
  var text: String {
    let titles = missing.map { "“\($0)”" }.joined(separator: " and no ")
    return "The table is nearly one of \(app)'s, but has no column \(titles)."
  }
}
