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
