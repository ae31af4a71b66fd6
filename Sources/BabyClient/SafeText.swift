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

  /// JSON with unsafe characters for terminals as escapes: a parser sees the same JSON.
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

extension String {
  /// Columns that the text takes in a terminal.
  package var displayWidth: Int {
    if let westernWidth { return westernWidth }
    return utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The same for western letters and symbols, each a character of its own and none of them a control character; nil if
  /// there is any other. It works on bytes because it runs on all output.
  var westernWidth: Int? {
    var text = self
    return text.withUTF8 { bytes in
      var (width, place) = (0, 0)
      while place < bytes.count {
        switch bytes[place] {
        case 0x20...0x7E: place += 1
        // Of the next two, U+00A0 to U+02FF, and U+2010 to U+2027.
        case 0xC2 where bytes[place + 1] >= 0xA0, 0xC3...0xCB: place += 2
        case 0xE2 where bytes[place + 1] == 0x80 && (0x90...0xA7).contains(bytes[place + 2]): place += 3
        default: return nil
        }
        width += 1
      }
      return width
    }
  }

  /// The text, cut with an ellipsis where it is wider than there is room.
  package func cut(toWidth room: Int) -> String {
    guard displayWidth > room else { return self }
    guard room > 0 else { return "" }
    var kept = ""
    var width = 0
    for character in self {
      guard width + character.displayWidth <= room - 1 else { break }
      kept.append(character)
      width += character.displayWidth
    }
    return kept + "…"
  }
}

extension Character {
  /// Two for East Asian wide characters and emoji, none for invisible ones, otherwise one.
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value < 0x300, utf8.count < 3 { return 1 }
    if first.isWide || unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
