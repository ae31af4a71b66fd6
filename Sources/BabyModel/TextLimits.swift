/// How long a text can be: in letters as people count them, and in bytes, for one letter can carry any number of marks.
public struct TextLimit: Hashable, Sendable {
  public let characters: Int
  /// Of UTF-8.
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
