extension String {
  /// Columns that the text takes in a terminal.
  package var displayWidth: Int {
    if let westernWidth { return westernWidth }
    return utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The same for letters and signs of the West alone, each of which is a character of its own and none of which controls
  /// anything; nil where there is another. By the bytes, as whatever is printed is asked.
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
  /// Two for East Asian wide characters and emoji, none for what is not seen, else one.
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
