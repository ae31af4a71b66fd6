/// How wide texts are in a sans-serif font: estimates by those of DejaVu Sans, which is wider than most.
enum TextWidth {
  /// How much wider bold letters are.
  private static let bold = 1.12

  /// In the unit of the size.
  static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.reduce(0) { $0 + width(of: $1) } * size * (isBold ? bold : 1)
  }

  /// A text that is at most that wide: its end is left out if it has to be.
  static func shortened(_ text: String, to width: Double, size: Double, isBold: Bool = false) -> String {
    guard of(text, size: size, isBold: isBold) > width else { return text }
    var room = width - of("…", size: size, isBold: isBold)
    let beginning = text.prefix { letter in
      room -= of("\(letter)", size: size, isBold: isBold)
      return room >= 0
    }
    return beginning + "…"
  }

  /// A text in lines that are at most that wide, the last one shortened.
  ///
  /// - Parameter most: the maximum number of lines, at least 1.
  static func lines(_ text: String, width: Double, size: Double, isBold: Bool = false, most: Int) -> [String] {
    let width = isBold ? width / bold : width
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, lines.count == most || of("\(last) \(word)", size: size) <= width {
        // What follows the last line shows only that there is more.
        lines[lines.count - 1] = "\(last) \(word)"
        if of(lines[lines.count - 1], size: size) > width { break }
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { shortened($0, to: width, size: size) }
  }

  /// In the font's size.
  private static func width(of letter: Character) -> Double {
    switch letter {
    case " ", "i", "j", "l", "'", "|", ".", ",", ":", ";", "!", "(", ")", "·", "I", "f", "t", "r", "-", "/": 0.43
    case "m", "w", "M", "W", "%", "@", "…", "+", "–": 1
    case "a"..."z", "0"..."9": 0.64
    case "A"..."Z": 0.76
    // Chinese letters, and pictures.
    default: letter.unicodeScalars.contains { $0.value >= 0x1100 } ? 1.3 : 0.8
    }
  }
}
