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

extension PaletteColors {
  /// A colour for words: this one, with as much of `text` in it as it takes to have 4.5:1 on `background` and `surface`.
  ///
  /// Colours of kinds are made for icons and badges, which need 3:1.
  public func legible(_ color: Color) -> Color { legible(color, on: background.luminance, surface.luminance) }

  /// The same on a background from outside the palette: if `text` has too little contrast, it is still the best choice.
  public func legible(_ color: Color, on ground: Color) -> Color {
    legible(color, on: ground.luminance, ground.luminance)
  }

  private func legible(_ color: Color, on ground: Double, _ other: Double) -> Color {
    for tenths in 0..<10 {
      let mixed = tenths == 0 ? color : text.over(color, opacity: Double(tenths) / 10)
      let luminance = mixed.luminance
      if min(Self.contrast(luminance, ground), Self.contrast(luminance, other)) >= Self.least { return mixed }
    }
    return text
  }

  /// A little more than 4.5, for what the luminance is off by.
  private static let least = 4.65

  /// The ratio of WCAG 2.2, from 1 to 21, of two luminances.
  private static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}

extension Appearance {
  /// The one whose texts are read best on a ground: where black and white have the same contrast it changes.
  public init(on ground: Color) { self = ground.luminance > 0.179 ? .light : .dark }
}

extension Color {
  fileprivate var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The light of a channel, by a polynomial that is off by less than 0.002: a bar does this with every line.
  private static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value * (value * (value * 0.305306011 + 0.682171111) + 0.012522878)
  }
}
