import BabyClient

/// Text that others wrote, made fit for one line of a bar.
enum ShownText {
  /// Bytes that one piece of foreign text may take.
  static let longest = 160

  /// One line without control or bidirectional characters, cut where it is long.
  static func line(_ text: String, atMost limit: Int = longest) -> String {
    cut(SafeText.line(text), toBytes: limit)
  }

  /// The text, cut with an ellipsis where it has more bytes in UTF-8.
  ///
  /// It is cut between scalars, since one character can be of any length.
  static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var kept = String.UnicodeScalarView()
    var room = limit - 3
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      guard room >= 0 else { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
