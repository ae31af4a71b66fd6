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

  private static let picture = "This is a picture or a film: no log can be read out of it."
  private static let packed =
    "This is an archive of a kind that is not read here. Unpack it, and import what comes out."
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
    This is no text, and nothing that is known here. If it is a backup, it may be encrypted: export the log from the app \
    instead.
    """

  private static let signatures: [(marks: [[UInt8]], refusal: String)] = [
    (
      [Array("%PDF-".utf8)],
      "This is a PDF, which only people can read. Export the log from the app as CSV or JSON, or make a backup there."
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
