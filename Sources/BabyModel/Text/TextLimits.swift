/// How long a text can be: in letters as people count them, and in bytes, for one letter can carry any number of marks.
public struct TextLimit: Hashable, Sendable {
  /// The maximum number of letters as people count them (`Character`).
  public let characters: Int
  /// The maximum number of bytes of UTF-8.
  public let bytes: Int

  /// Error text to follow the field's name; nil if the text's length is valid.
  ///
  /// The bytes come first: they cost nothing to count.
  public func problem(with text: String) -> String? {
    if text.utf8.count > bytes { return "must have at most \(bytes) bytes" }
    return text.count > characters ? "must have at most \(characters) characters" : nil
  }
}

/// The limits of all texts that a family writes.
public enum TextLimits {
  /// The bytes hold the longest note in any alphabet: 10,000 letters of a script with three bytes each, and marks on
  /// every other one.
  public static let note = TextLimit(characters: 10_000, bytes: 65_536)
  /// Of a child, a caregiver or a reminder.
  public static let name = TextLimit(characters: 60, bytes: 1024)
  /// A kind's free-text fields other than the note: a medicine's name, the food.
  public static let field = TextLimit(characters: 200, bytes: 1024)
  /// An activity's name.
  public static let activity = TextLimit(characters: 40, bytes: 256)
  /// The longest name of an IANA time zone has 32.
  public static let zoneBytes = 64

  /// Error text to follow the field's name; nil if the text is valid.
  static func problem(withField text: String) -> String? {
    if let problem = field.problem(with: text) { return problem }
    guard text.contains(where: { !$0.isWhitespace }) else { return "must not be empty" }
    return text.isPlainLine ? nil : "must be one line of plain text"
  }
}

extension String {
  /// An excerpt of a text that another person wrote, for use in a sentence: its first 80 bytes at most, without the
  /// character that they cut, and "…" for the rest. The work is bounded, whatever the text.
  public var excerpt: String {
    guard var end = utf8.index(utf8.startIndex, offsetBy: 80, limitedBy: utf8.endIndex), end != utf8.endIndex else {
      return self
    }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    let beginning = String(self[..<end])
    let whole = beginning.dropLast()
    return (whole.isEmpty ? beginning : String(whole)) + "…"
  }
}

extension String {
  /// The text as one word of a shell command, for hints that people paste.
  public var shellQuoted: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0.isPlainInShells }
    return isPlain ? self : "'" + parts(around: "'").joined(separator: "'\\''") + "'"
  }
}

extension String {
  /// Without white space around it.
  package var trimmed: String { String(self[...].trimmed) }
}

extension Substring {
  /// Without white space around it.
  package var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

extension StringProtocol {
  /// With a capital letter at its beginning.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension UInt8 {
  fileprivate var isPlainInShells: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-:=+@%,".utf8.contains(self)
    }
  }
}

extension Sequence<UInt8> {
  /// Two digits for each byte, in lower case.
  package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension [UInt8] {
  /// Nil for anything but pairs of hexadecimal digits, in either case.
  package init?(hexadecimal text: some StringProtocol) {
    let digits = text.utf8.compactMap(hexDigit)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// The value of a hexadecimal digit, in either case; nil for anything else.
package func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
