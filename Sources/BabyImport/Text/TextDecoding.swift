import BabyModel

/// Makes texts of a table's bytes, which are UTF-8 or Windows-1252: what spreadsheets on Windows call CSV.
///
/// A single field can be ambiguous. A file with any valid non-ASCII UTF-8 is UTF-8 as a whole; otherwise, invalid UTF-8
/// is Windows-1252. So the survey of a file accepts both, and decides for the whole file.
struct TextDecoding: Hashable, Sendable {
  /// Whether to decode invalid UTF-8 as Windows-1252.
  let takesWindows1252: Bool
  /// Whether a text beyond ASCII was UTF-8.
  private var hasUTF8 = false
  /// The first line with a text that was not.
  private var firstOther: Int?
  /// The first line with a text that is neither, and how many of these texts there are.
  private var firstUnknown: Int?
  private var unknownCount = 0
  private var lastLine = 0

  init(takesWindows1252: Bool) { self.takesWindows1252 = takesWindows1252 }

  /// The line that shows that the file is Windows-1252; nil where nothing does.
  var lineInWindows1252: Int? { hasUTF8 ? nil : firstOther }
  /// The line that shows that the file is in an encoding that is not read here; nil where nothing does. One text of a long
  /// table, without any that could be Windows-1252, is rather damaged.
  var lineInOther: Int? {
    let isDamaged = unknownCount == 1 && firstOther == nil && lastLine > Self.longTable
    return hasUTF8 || isDamaged ? nil : firstUnknown
  }

  /// In lines.
  private static let longTable = 100

  /// A mark at the beginning of a file identifies it.
  mutating func learnByteOrderMark() { hasUTF8 = true }

  /// - Throws: `RowFault.notUTF8`.
  mutating func text(_ bytes: [UInt8], line: Int) throws(RowFault) -> String {
    lastLine = line
    if let text = String(validating: bytes, as: UTF8.self) {
      if !hasUTF8, bytes.contains(where: { $0 >= 0x80 }) { hasUTF8 = true }
      return text
    }
    guard takesWindows1252, let text = Windows1252.text(bytes) else {
      firstUnknown = firstUnknown ?? line
      unknownCount += 1
      throw .notUTF8
    }
    firstOther = firstOther ?? line
    return text
  }
}

/// The encoding of Western Windows, as far as it has letters (whatwg.org, Encoding, index-windows-1252).
enum Windows1252 {
  /// - Returns: nil for bytes that stand for nothing there, and for what is another encoding. Three accented letters in a
  ///   row are in no word of a language that it is for, and in every word of Russian or Greek. A sign within a word, a
  ///   capital letter behind a small one, or an exclamation mark that opens behind a number are letters and degrees of
  ///   Macs, of the East of Europe or of Japan.
  static func text(_ bytes: [UInt8]) -> String? {
    var text = String.UnicodeScalarView()
    var accented = 0
    for (place, byte) in bytes.enumerated() {
      accented = byte >= 0xc0 ? accented + 1 : 0
      guard accented < 3, let scalar = scalar(byte) else { return nil }
      if byte >= 0x80 {
        let before = place > 0 ? bytes[place - 1] : 0x20
        let after = place + 1 < bytes.count ? bytes[place + 1] : 0x20
        guard isPossible(byte, between: before, and: after) else { return nil }
      }
      text.append(scalar)
    }
    return String(text)
  }

  private static func isPossible(_ byte: UInt8, between before: UInt8, and after: UInt8) -> Bool {
    switch byte {
    // A sign of money that no log has, and half of the letters of Japanese.
    case 0x83: false
    case 0x8a, 0x8c, 0x8e, 0x9f: !isSmall(before)
    case 0xa1: !(0x30...0x39).contains(before) && !isLetter(before)
    case 0x9a, 0x9c, 0x9e, 0xc0...0xff: true
    default: signsOfWords.contains(byte) || !(isLetter(before) && isLetter(after))
    }
  }

  /// The characters that may occur between two letters: dots, apostrophes, dashes, the no-break space, a hyphen and a
  /// point.
  private static let signsOfWords: Set<UInt8> = [0x85, 0x91, 0x92, 0x96, 0x97, 0xa0, 0xad, 0xb4, 0xb7]

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isSmall(byte) || byte >= 0xc0
    }
  }

  private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
    let value = signs[Int(byte) - 0x80]
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  /// From 0x80 to 0x9f; 0 for none.
  private static let signs: [UInt16] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
    0x0178,
  ]
}
