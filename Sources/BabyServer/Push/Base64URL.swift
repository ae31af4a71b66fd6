/// Bytes as text that needs no escaping in addresses and headers (RFC 4648, section 5), without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0 as UInt32)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 0x3f)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 0x3f)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil if it is not valid. Padding is ignored.
  static func bytes(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)[...]
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0 as UInt32, 0 as UInt32)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}
