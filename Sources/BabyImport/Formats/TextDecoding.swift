import BabyModel

/// Decodes a table's bytes, which are UTF-8 or Windows-1252: the encoding in which spreadsheets on Windows write CSV.
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

  /// The line that shows that the file is Windows-1252; nil if nothing does.
  var lineInWindows1252: Int? { hasUTF8 ? nil : firstOther }
  /// The line that shows that the file is in an encoding that is not read here; nil if nothing does. One text of a long
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
  /// - Returns: nil for bytes without a meaning in Windows-1252, and for text in another encoding. No word of its
  ///   languages has three accented letters in a row, and nearly every word in a Russian or Greek encoding would have.
  ///   A sign within a word, a capital letter after a small one, or an opening exclamation mark after a number are
  ///   letters or degree signs of an encoding of Macs, of Eastern Europe or of Japan.
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

/// Converts UTF-16, which spreadsheets call "Unicode text", to UTF-8. It arrives in chunks of any size.
struct UTF16Transcoder: Sendable {
  private let isBigEndian: Bool
  /// The first byte of a unit whose second is still to come.
  private var first: UInt8?
  /// The first half of a pair whose second is still to come.
  private var lead: UInt16?

  /// - Parameter beginning: the first bytes of a file.
  /// - Returns: nil if it is not UTF-16. Without a mark it is detected by its letters: most are ASCII, so that every
  ///   other byte is 0.
  init?(beginning: [UInt8]) {
    if beginning.starts(with: [0xff, 0xfe]) {
      isBigEndian = false
    } else if beginning.starts(with: [0xfe, 0xff]) {
      isBigEndian = true
    } else if Self.isASCII(beginning, zeroAt: 1) {
      isBigEndian = false
    } else if Self.isASCII(beginning, zeroAt: 0) {
      isBigEndian = true
    } else {
      return nil
    }
  }

  /// Whether at least half of the units are letters, digits or signs of ASCII, and no unit is 0 at its other byte.
  private static func isASCII(_ bytes: [UInt8], zeroAt place: Int) -> Bool {
    let units = bytes.count / 2
    guard units >= 4 else { return false }
    var count = 0
    for unit in 0..<units {
      let (zero, letter) = (bytes[2 * unit + place], bytes[2 * unit + 1 - place])
      if letter == 0 && zero < 0x20 { return false }
      if zero == 0, (0x20...0x7e).contains(letter) || (0x09...0x0d).contains(letter) { count += 1 }
    }
    return count * 2 >= units
  }

  /// The next bytes in UTF-8. An unpaired surrogate becomes the replacement character.
  mutating func consume(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes {
      guard let first else {
        first = byte
        continue
      }
      self.first = nil
      take(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), into: &text)
    }
    return text
  }

  /// The output that is complete at the end of the file.
  mutating func finish() -> [UInt8] {
    defer { (first, lead) = (nil, nil) }
    return first != nil || lead != nil ? Self.unreadable : []
  }

  private mutating func take(_ unit: UInt16, into text: inout [UInt8]) {
    if let lead {
      self.lead = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + ((UInt32(lead) - 0xd800) << 10) + (UInt32(unit) - 0xdc00)
        if let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) { text += bytes }
        return
      }
      text += Self.unreadable
    }
    if UTF16.isLeadSurrogate(unit) {
      lead = unit
    } else if let scalar = Unicode.Scalar(unit), let bytes = UTF8.encode(scalar) {
      text += bytes
    } else {
      text += Self.unreadable
    }
  }

  private static let unreadable: [UInt8] = [0xef, 0xbf, 0xbd]
}

/// Splits a text into its lines, which end with LF or CRLF. A line that is too long or not UTF-8 is unreadable, without
/// affecting the other lines.
struct LineReader: Sendable {
  /// The longest line in bytes.
  static let limit = 2 * TextLimits.note.bytes

  private var bytes: [UInt8] = []
  private var line = 1
  private var isTooLong = false

  mutating func consume(_ chunk: some Sequence<UInt8>) -> [FileRecord] {
    var records: [FileRecord] = []
    for byte in chunk {
      if byte == UInt8(ascii: "\n") {
        records.append(take())
      } else if bytes.count < Self.limit {
        bytes.append(byte)
      } else {
        isTooLong = true
      }
    }
    return records
  }

  mutating func finish() -> [FileRecord] { bytes.isEmpty && !isTooLong ? [] : [take()] }

  private mutating func take() -> FileRecord {
    defer {
      bytes.removeAll(keepingCapacity: true)
      isTooLong = false
      line += 1
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if line == 1, bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    if isTooLong { return .fields(line: line, .failure(.tooLong)) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .fields(line: line, .failure(.notUTF8)) }
    return .text(line: line, text)
  }
}
