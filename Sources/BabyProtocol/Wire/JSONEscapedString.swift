import BabyModel

/// Reads a string with escapes.
struct JSONEscapedString {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Behind the closing quotation mark, once the string has been read.
  private(set) var position: Int

  /// - Parameter position: of the first byte behind the opening quotation mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func unescaped() throws(JSONSyntaxError) -> String {
    var unescaped: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: unescaped, as: UTF8.self) else {
          throw failure("a string is not valid UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try readEscape(into: &unescaped)
      case 0..<0x20: throw failure("a control character must be escaped")
      default: unescaped.append(byte)
      }
    }
    throw failure("the text ends inside a string")
  }

  private mutating func readEscape(into unescaped: inout [UInt8]) throws(JSONSyntaxError) {
    guard let letter = peek() else { throw failure("the text ends inside a string") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0c)
    case UInt8(ascii: "n"): unescaped.append(0x0a)
    case UInt8(ascii: "r"): unescaped.append(0x0d)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): try readUnicodeEscape(into: &unescaped)
    default: throw failure("unknown escape")
    }
  }

  private mutating func readUnicodeEscape(into unescaped: inout [UInt8]) throws(JSONSyntaxError) {
    var value = UInt32(try readHexWord())
    if (0xd800..<0xdc00).contains(value) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure("half a surrogate pair") }
      let low = UInt32(try readHexWord())
      guard (0xdc00..<0xe000).contains(low) else { throw failure("half a surrogate pair") }
      value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
      throw failure("half a surrogate pair")
    }
    unescaped.append(contentsOf: encoded)
  }

  private mutating func readHexWord() throws(JSONSyntaxError) -> UInt16 {
    guard position + 4 <= bytes.count else { throw failure("expected four hexadecimal digits") }
    var word: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = hexDigit(byte) else { throw failure("expected four hexadecimal digits") }
      word = word << 4 | UInt16(digit)
    }
    position += 4
    return word
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: position, reason: reason) }
}
