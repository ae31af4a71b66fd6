import Glibc

/// The signs before or in place of words.
enum Icons: String, CaseIterable {
  /// From a Nerd Font.
  case nerd
  case emoji
  /// Letters.
  case ascii
  /// Words alone.
  case none

  enum Symbol: CaseIterable {
    case feeding, diaper, sleeping, awake, tummyTime, trouble
  }

  /// These, or the next plainer ones that fonts can draw.
  ///
  /// - Parameter hasFont: whether a font has a letter.
  func drawable(by hasFont: (Unicode.Scalar) -> Bool) -> Icons {
    let plainer: Icons? =
      switch self {
      case .nerd: .emoji
      case .emoji: .ascii
      case .ascii, .none: nil
      }
    guard let plainer else { return self }
    let scalars = Symbol.allCases.compactMap(symbol).compactMap(\.unicodeScalars.first)
    return scalars.allSatisfy(hasFont) ? self : plainer.drawable(by: hasFont)
  }

  func symbol(_ symbol: Symbol) -> String? {
    switch (self, symbol) {
    case (.none, _): nil
    case (.nerd, .feeding): "\u{F0F39}"  // nf-md-baby_bottle
    case (.nerd, .diaper): "\u{F058C}"  // nf-md-water
    case (.nerd, .sleeping): "\u{F04B2}"  // nf-md-sleep
    case (.nerd, .awake): "\u{F0599}"  // nf-md-weather_sunny
    case (.nerd, .tummyTime): "\u{F006C}"  // nf-md-baby
    case (.nerd, .trouble): "\u{F0026}"  // nf-md-alert
    case (.emoji, .feeding): "🍼"
    case (.emoji, .diaper): "💧"
    case (.emoji, .sleeping): "🌙"
    case (.emoji, .awake): "🌞"
    case (.emoji, .tummyTime): "🐢"
    case (.emoji, .trouble): "🔴"
    case (.ascii, .feeding): "F"
    case (.ascii, .diaper): "D"
    case (.ascii, .sleeping): "Z"
    case (.ascii, .awake): "W"
    case (.ascii, .tummyTime): "T"
    case (.ascii, .trouble): "!"
    }
  }
}

/// Looks up which signs the installed fonts have, with fontconfig.
enum IconFonts {
  /// Whether a font has a letter; no if fontconfig is missing.
  static func has(_ letter: Unicode.Scalar) -> Bool {
    guard let answer = popen("fc-list ':charset=\(String(letter.value, radix: 16))' family 2>/dev/null", "r") else {
      return false
    }
    defer { pclose(answer) }
    return fgetc(answer) != EOF
  }
}
