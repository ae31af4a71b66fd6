/// A colour in sRGB, eight bits each.
public struct Color: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// - Parameter rgb: as in CSS, `0xE8B86D`.
  public init(integerLiteral rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// As bars and style sheets write it: `#e8b86d`
  public var hex: String { "#" + [red, green, blue].hexadecimal }

  /// This colour, with so much of it, over another one.
  ///
  /// - Parameter opacity: from 0, only the other, to 1, only this one.
  public func over(_ other: Color, opacity: Double) -> Color {
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      UInt8((Double(top) * opacity + Double(bottom) * (1 - opacity)).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
