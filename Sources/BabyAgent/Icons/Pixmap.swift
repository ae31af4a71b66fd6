import Systemd

/// The tray's pictures, drawn here for desktops whose icon theme does not have them: the item is never invisible.
struct Pixmap {
  /// Width and height.
  let size: Int
  /// ARGB, 32 bits in network order, row by row.
  let bytes: [UInt8]

  /// A crescent while the child sleeps, else a bottle; with a dot where something waits for a person.
  init(_ icon: TrayIcon, needsAttention: Bool, size: Int) {
    self.size = size
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size * size * 4)
    for y in 0..<size {
      for x in 0..<size {
        let dot = needsAttention ? Self.coverage(x, y, size, Self.isInDot) : 0
        let figure = Self.coverage(x, y, size, icon == .sleeping ? Self.isInMoon : Self.isInBottle)
        let color = dot > 0 ? Self.attention : icon == .sleeping ? Self.moon : Self.bottle
        bytes.append(UInt8((max(dot, figure) * 255).rounded()))
        bytes += color
      }
    }
    self.bytes = bytes
  }

  // Seen on dark panels and on light ones: at least 3:1 on black and on white.
  private static let moon: [UInt8] = [0x7C, 0x6F, 0xE0]
  private static let bottle: [UInt8] = [0x20, 0x8C, 0x7F]
  private static let attention: [UInt8] = [0xE0, 0x40, 0x30]

  /// How much of a pixel a figure covers, by four times four samples.
  private static func coverage(_ x: Int, _ y: Int, _ size: Int, _ figure: (Double, Double) -> Bool) -> Double {
    var hits = 0
    for row in 0..<4 {
      for column in 0..<4 {
        let across = (Double(x) + (Double(column) + 0.5) / 4) / Double(size)
        let down = (Double(y) + (Double(row) + 0.5) / 4) / Double(size)
        if figure(across, down) { hits += 1 }
      }
    }
    return Double(hits) / 16
  }

  // Figures in a square from (0, 0) to (1, 1).

  private static func isInMoon(_ x: Double, _ y: Double) -> Bool {
    isInCircle(x, y, 0.48, 0.52, 0.42) && !isInCircle(x, y, 0.66, 0.38, 0.36)
  }

  private static func isInBottle(_ x: Double, _ y: Double) -> Bool {
    let isInBody = (0.27...0.73).contains(x) && (0.45...0.93).contains(y)
    let isInShoulders = isInCircle(x, y, 0.5, 0.58, 0.24) && y < 0.5
    let isInCollar = (0.31...0.69).contains(x) && (0.25...0.34).contains(y)
    let isInTeat = isInCircle(x, y, 0.5, 0.12, 0.09) || ((0.41...0.59).contains(x) && (0.12...0.25).contains(y))
    // The marks by which amounts are read.
    let isInMark = x > 0.53 && [0.54, 0.67, 0.80].contains { abs(y - $0) < 0.025 }
    return (isInBody || isInShoulders || isInCollar || isInTeat) && !isInMark
  }

  private static func isInDot(_ x: Double, _ y: Double) -> Bool { isInCircle(x, y, 0.8, 0.2, 0.18) }

  private static func isInCircle(_ x: Double, _ y: Double, _ centerX: Double, _ centerY: Double, _ radius: Double)
    -> Bool
  {
    (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY) <= radius * radius
  }

  /// `(iiay)`
  var value: BusValue { .structure([.int32(Int32(size)), .int32(Int32(size)), .bytes(bytes)]) }
}
