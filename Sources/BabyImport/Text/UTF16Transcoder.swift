/// Makes UTF-8 of a text in UTF-16 that arrives in chunks of any size: what spreadsheets call "Unicode text".
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

  /// Whether half of the units at least are letters, digits or signs of ASCII, and no unit is 0 at its other byte.
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

  /// The next bytes in UTF-8. A half of a pair that stands alone is the sign of what cannot be read.
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
