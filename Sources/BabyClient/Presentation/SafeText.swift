import BabyModel

/// Text that others wrote, made safe for a terminal: names, notes, and what a daemon says.
///
/// Control characters could move the cursor or redefine keys, and bidirectional controls could make a line read as
/// something else.
package enum SafeText {
  /// One line: line feeds and tabs become spaces, other controls are left out.
  package static func line(_ text: String) -> String {
    filtered(text) { $0 == "\n" || $0 == "\t" || $0 == "\r" ? " " : nil }
  }

  /// Whether a text is safe as it is, in one line.
  package static func isLine(_ text: String) -> Bool {
    text.westernWidth != nil || !text.unicodeScalars.contains(where: isUnsafe)
  }

  /// Lines: line feeds stay.
  package static func lines(_ text: String) -> String {
    filtered(text) { $0 == "\n" ? "\n" : $0 == "\t" ? " " : nil }
  }

  private static func filtered(_ text: String, replacing: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    guard !isLine(text) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isUnsafe(scalar) {
        safe.append(scalar)
      } else if let replacement = replacing(scalar) {
        safe.append(replacement)
      }
    }
    return String(safe)
  }

  /// JSON with what is unsafe in a terminal written as escapes: a parser sees the same JSON.
  package static func json(_ text: String) -> String { escaped(text) { _ in false } }

  /// A file's text with the same escapes, but for line ends.
  package static func file(_ text: String) -> String { escaped(text) { $0 == "\n" } }

  private static func escaped(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar), !isKept(scalar) {
        for unit in String(scalar).utf16 {
          safe += "\\u" + [UInt8(unit >> 8), UInt8(unit & 0xff)].hexadecimal
        }
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true  // C0, DELETE, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0x2028, 0x2029, 0xFEFF, 0xE0000...0xE007F: true  // separators, byte order mark, tags
    default: false
    }
  }
}
