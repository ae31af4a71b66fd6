import ArgumentParser
import BabyModel
import CQRencode

/// A text as a QR code, which a phone's camera reads.
struct QRCode: Hashable, Sendable {
  /// Bytes that a text may have. More would make a code that is hard to read from a screen.
  static let longest = 512

  /// How many squares a side has.
  let size: Int
  /// Row by row, from the upper left.
  private let squares: [Bool]

  /// Codes are made with error correction M: they can be read when 15 % of them cannot be seen.
  ///
  /// - Returns: nil for a text that is empty or longer than `longest`, or when there is no memory.
  init?(_ text: String) {
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
  func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && squares[row * size + column]
  }

  /// A line of `0` and `1` for each row; dark squares are `1`.
  var rows: [String] {
    (0..<size).map { row in String((0..<size).map { isDark($0, row) ? "1" : "0" }) }
  }
}

struct QRCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: "Print an address as a QR code, for a phone's camera.")

  @Argument(help: "The address, such as https://home.local:8443.")
  var address: String

  func run() throws {
    guard let code = QRCode(address) else {
      throw ValidationError("The address must have 1 to \(QRCode.longest) bytes.")
    }
    for line in code.terminalLines { print(line) }
  }
}

/// A code as something to look at. Around each is the margin that readers need to find it.
extension QRCode {
  /// Light squares on every side.
  private static let margin = 4

  /// Lines for a terminal, two rows in each. They set both colours, so that the code is dark on light whatever the
  /// terminal's own are: not every reader takes one that is the other way round.
  var terminalLines: [String] {
    let range = -Self.margin..<size + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let squares = range.map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[38;5;16;48;5;231m" + squares.joined() + "\u{1B}[0m"
    }
  }

  /// A standalone drawing, with its own width and height for viewers that specify none.
  ///
  /// - Parameter title: what it is, for who cannot see it.
  func svg(title: String) -> String {
    let side = size + 2 * Self.margin
    let squares = (0..<size).flatMap { row in
      (0..<size).filter { isDark($0, row) }.map { "M\($0 + Self.margin) \(row + Self.margin)h1v1h-1z" }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(side * 6)" height="\(side * 6)" \
      shape-rendering="crispEdges" role="img"><title>\(Markup.escape(title))</title>\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(squares.joined())"/></svg>

      """
  }
}
