import CQRencode

/// A text as a QR code, which a phone's camera reads.
public struct QRCode: Hashable, Sendable {
  /// Bytes that a text may have. More would make a code that is hard to read from a screen.
  public static let longest = 512

  /// How many squares a side has.
  public let size: Int
  /// Row by row, from the upper left.
  private let squares: [Bool]

  /// Codes are made with error correction M: they can be read when 15 % of them cannot be seen.
  ///
  /// - Returns: nil for a text that is empty or longer than `longest`, or when there is no memory.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.longest).contains(bytes.count),
      let code = QRcode_encodeData(CInt(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    // Of each byte, the lowest bit is the colour.
    squares = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether a square is dark. Those around the code are light.
  public func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && squares[row * size + column]
  }

  /// A line of `0` and `1` for each row; dark squares are `1`.
  public var rows: [String] {
    (0..<size).map { row in String((0..<size).map { isDark($0, row) ? "1" : "0" }) }
  }
}
