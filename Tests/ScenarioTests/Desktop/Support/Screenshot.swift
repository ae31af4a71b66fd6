/// A picture of a screen.
struct Screenshot: Equatable {
  /// A colour as style sheets write it.
  struct Color: Hashable, CustomStringConvertible {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// `0x0000aa` is `#0000aa`.
    init(_ hex: UInt32) {
      self.init(
        UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
    }

    var description: String {
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  let width: Int
  let height: Int
  private let bytes: [UInt8]

  /// Reads a binary PPM, which screenshot programs write.
  init?(ppm: [UInt8]) {
    // "P6", width, height and 255, each ended by white space.
    let header = ppm.prefix(40).split(maxSplits: 4, omittingEmptySubsequences: true) { $0 == 0x0A || $0 == 0x20 }
    guard header.count == 5, header[0].elementsEqual("P6".utf8) else { return nil }
    let numbers = header[1...3].compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, numbers[2] == 255 else { return nil }
    let start = header[3].endIndex + 1
    guard ppm.count - start == numbers[0] * numbers[1] * 3 else { return nil }
    (width, height) = (numbers[0], numbers[1])
    bytes = Array(ppm[start...])
  }

  subscript(x: Int, y: Int) -> Color {
    let offset = (y * width + x) * 3
    return Color(bytes[offset], bytes[offset + 1], bytes[offset + 2])
  }

  /// How many pixels have a colour, in some rows.
  func count(of color: Color, rows: Range<Int>? = nil) -> Int {
    (rows ?? 0..<height).reduce(0) { count, y in
      (0..<width).reduce(count) { $0 + (self[$1, y] == color ? 1 : 0) }
    }
  }

  /// The columns between the first and the last pixel of a colour; nil without any.
  func columns(of color: Color, rows: Range<Int>? = nil) -> ClosedRange<Int>? {
    let columns = (0..<width).filter { x in (rows ?? 0..<height).contains { self[x, $0] == color } }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first...last
  }

  /// How much is written on a ground of a colour: the pixels between its first and last column that have another.
  func ink(on color: Color, rows: Range<Int>) -> Int {
    guard let columns = columns(of: color, rows: rows) else { return 0 }
    return columns.count * rows.count - count(of: color, rows: rows)
  }

  /// How many pixels differ from another picture's of the same size, in some rows.
  func differences(from other: Screenshot, rows: Range<Int>? = nil) -> Int {
    guard width == other.width, height == other.height else { return width * height }
    return (rows ?? 0..<height).reduce(0) { count, y in
      (0..<width).reduce(count) { $0 + (self[$1, y] == other[$1, y] ? 0 : 1) }
    }
  }
}
