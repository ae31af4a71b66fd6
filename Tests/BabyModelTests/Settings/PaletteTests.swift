import BabyModel
import TestSupport
import Testing

/// A palette in one appearance.
struct ShownPalette: CustomTestStringConvertible, Sendable {
  let palette: Palette
  let appearance: Appearance

  var colors: PaletteColors { palette.colors(in: appearance) }
  /// What colours have to be seen on.
  var grounds: [Color] { [colors.background, colors.surface] }
  var testDescription: String { "\(palette.rawValue), \(appearance.rawValue)" }

  static let all = Palette.allCases.flatMap { palette in
    Appearance.allCases.map { ShownPalette(palette: palette, appearance: $0) }
  }
}

@Suite("Palettes")
struct PaletteTests {
  @Test("Primaries match the design", arguments: Palette.allCases)
  func primaries(palette: Palette) {
    let primaries = Appearance.allCases.map { palette.colors(in: $0).primary.hex }
    let given =
      switch palette {
      case .warmNightlight: ["#a07830", "#e8b86d"]
      case .currentIndigo: ["#5856d6", "#7b79e0"]
      case .oceanCalm: ["#2e8b8b", "#4db8b8"]
      case .sageGarden: ["#6b8f71", "#8fb896"]
      case .midnightHarbor: ["#3d5a80", "#5b82ab"]
      }
    #expect(primaries == given)
  }

  @Test("Texts, and severities in which bars write texts, have 4.5:1", arguments: ShownPalette.all)
  func texts(shown: ShownPalette) {
    let colors = shown.colors
    for ground in shown.grounds {
      for color in [colors.text, colors.textSecondary, colors.success, colors.warning, colors.danger] {
        #expect(color.contrast(with: ground) >= 4.5, "\(color.hex) on \(ground.hex)")
      }
    }
  }

  @Test("Buttons and icons have 3:1", arguments: ShownPalette.all)
  func components(shown: ShownPalette) {
    for ground in shown.grounds {
      for color in [shown.colors.primary, shown.colors.sleepIcon, shown.colors.diaperIcon] {
        #expect(color.contrast(with: ground) >= 3, "\(color.hex) on \(ground.hex)")
      }
    }
  }

  @Test("Text on a banner in a severity's tint has 4.5:1", arguments: ShownPalette.all)
  func banners(shown: ShownPalette) {
    let colors = shown.colors
    for severity in [colors.success, colors.warning, colors.danger] {
      let tint = colors.tint(severity)
      #expect(tint != colors.background)
      #expect(colors.text.contrast(with: tint) >= 4.5, "\(colors.text.hex) on \(tint.hex)")
    }
  }

  @Test("A child's initial on the primary colour has 3:1, in the dark 4.5:1", arguments: ShownPalette.all)
  func initials(shown: ShownPalette) {
    let contrast = shown.colors.onPrimary.contrast(with: shown.colors.primary)
    #expect(contrast >= (shown.appearance == .dark ? 4.5 : 3))
  }

  @Test("In the dark, a card is its background under 10 to 15 % of white", arguments: Palette.allCases)
  func elevation(palette: Palette) {
    let colors = palette.colors(in: .dark)
    #expect((0.095...0.15).contains(colors.surface.whiteOverlay(on: colors.background)))
  }

  @Test("Light is light and dark is dark", arguments: Palette.allCases)
  func appearances(palette: Palette) {
    let (light, dark) = (palette.colors(in: .light), palette.colors(in: .dark))
    #expect(light.background.luminance > 0.9 && light.surface.luminance > 0.8 && light.text.luminance < 0.05)
    #expect(dark.background.luminance < 0.01 && dark.surface.luminance < 0.03 && dark.text.luminance > 0.75)
  }

  @Test("Severities are distinguishable", arguments: ShownPalette.all)
  func severities(shown: ShownPalette) {
    let colors = [shown.colors.success, shown.colors.warning, shown.colors.danger]
    for (index, color) in colors.enumerated() {
      for other in colors[(index + 1)...] { #expect(color.distance(to: other) >= 0.05, "\(color.hex), \(other.hex)") }
    }
    #expect((60...170).contains(shown.colors.success.hue), "green")
    #expect((22...45).contains(shown.colors.warning.hue), "amber")
    #expect(shown.colors.danger.hue <= 12 || shown.colors.danger.hue >= 348, "red")
  }

  @Test("Nothing is pure black or pure white", arguments: ShownPalette.all)
  func extremes(shown: ShownPalette) {
    let colors = shown.colors
    let all = [
      colors.primary, colors.secondary, colors.background, colors.surface, colors.text, colors.textSecondary,
      colors.success, colors.warning, colors.danger, colors.sleepIcon, colors.diaperIcon,
    ]
    #expect(!all.contains(0x000000) && !all.contains(0xFFFFFF) && IconStyle.badgeForeground != 0xFFFFFF)
    #expect(Set(all).count == all.count)
  }

  @Test("Contrast is measured according to the guidelines")
  func measure() {
    let (black, white, grey): (Color, Color, Color) = (0x000000, 0xFFFFFF, 0x767676)
    #expect(black.contrast(with: white) == 21 && white.contrast(with: white) == 1)
    #expect((4.54...4.55).contains(white.contrast(with: grey)))
  }

  @Test("A colour over another is mixed with it")
  func over() {
    let white: Color = 0xFFFFFF
    #expect(white.over(0x000000, opacity: 0.2) == 0x333333)
    #expect(white.over(0x0A0B0C, opacity: 0).hex == "#0a0b0c")
  }
}

@Suite("Colours for words")
struct LegibilityTests {
  @Test("have 4.5:1 on background and surface, for every kind", arguments: ShownPalette.all)
  func contrast(shown: ShownPalette) {
    for strategy in CategoryStrategy.allCases {
      for kind in EntryKind.allCases {
        let color = shown.colors.legible(strategy.colors(in: shown.appearance)[kind])
        for ground in [shown.colors.background, shown.colors.surface] {
          #expect(color.contrast(with: ground) >= 4.5, "\(strategy) \(kind) \(color.hex) on \(ground.hex)")
        }
      }
    }
  }

  @Test("are left as they are if they already have that", arguments: ShownPalette.all)
  func unchanged(shown: ShownPalette) {
    for color in [shown.colors.text, shown.colors.danger] where color.contrast(with: shown.colors.surface) >= 4.8 {
      #expect(shown.colors.legible(color) == color)
    }
  }
}
