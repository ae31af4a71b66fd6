/// Text in a field that a spreadsheet would take for a formula, which can send what is beside it anywhere.
///
/// Such a text gets an apostrophe before it, as spreadsheets have it. One that has apostrophes before a formula already
/// gets one more, so that each can be undone.
enum SpreadsheetText {
  private static let apostrophe = UInt8(ascii: "'")
  /// The characters that can begin a formula (OWASP, CSV injection).
  private static let beginnings: [UInt8] = Array("=+-@\t\r\n".utf8)

  static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  /// The text that was guarded; any other stays as it is.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == apostrophe, isFormula(text) else { return text }
    return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
  }

  private static func isFormula(_ text: String) -> Bool {
    text.utf8.first { $0 != apostrophe }.map(beginnings.contains) ?? false
  }
}
