/// The bytes in base64 (RFC 4648, section 4), with padding.
package func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = UInt32(0)
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= UInt32(8 * (3 - group.count))
    for index in 0..<4 {
      let digit = digits[Int(bits >> UInt32(18 - 6 * index) & 63)]
      text.append(index <= group.count ? digit : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes of a padded base64 text; nil for anything else.
package func bytes(base64 text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count / 4 * 3)
  var bits = UInt32(0)
  var digits = 0
  var padding = 0
  for byte in text.utf8 {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    case UInt8(ascii: "="):
      padding += 1
      value = 0
    default: return nil
    }
    if padding > 0, byte != UInt8(ascii: "=") || padding > 2 { return nil }
    bits = bits << 6 | UInt32(value)
    digits += 1
    if digits % 4 == 0 {
      for index in 0..<(3 - padding) { bytes.append(UInt8(bits >> UInt32(16 - 8 * index) & 0xff)) }
      bits = 0
    }
  }
  return digits % 4 == 0 ? bytes : nil
}
