import CZlib

/// The name of a file in a zip for display: in UTF-8, or in the PC's code page.
struct ZipName {
  /// Bytes that are shown at most.
  private static let limit = 512

  let text: String

  /// - Parameter unicode: the name once more, with the checksum of the name that it is for.
  init(_ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicode: (bytes: ArraySlice<UInt8>, checksum: UInt32)? = nil) {
    let decoded: String
    if let unicode, unicode.checksum == Checksum(of: bytes).value, let text = Self.utf8(unicode.bytes) {
      decoded = text
    } else if let text = Self.utf8(bytes) {
      // macOS writes UTF-8 without the flag; other text is hardly ever valid UTF-8 by chance.
      decoded = text
    } else if isUTF8 {
      decoded = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
    } else {
      decoded = String(String.UnicodeScalarView(bytes.prefix(Self.limit).map(Self.scalar)))
    }
    var shown = String.UnicodeScalarView()
    for scalar in decoded.unicodeScalars {
      // Windows' packers have written its own separator.
      if scalar == "\\" { shown.append("/") } else { shown.append(Self.isShown(scalar) ? scalar : "\u{fffd}") }
    }
    text = String(shown)
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.count <= limit ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Nothing that moves a terminal's cursor or turns its text around.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
  }

  /// Code page 437 from 0x80 on.
  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars)
}
