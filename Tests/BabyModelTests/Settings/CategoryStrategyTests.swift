import BabyModel
import TestSupport
import Testing

/// A strategy in one appearance.
struct ShownStrategy: CustomTestStringConvertible, Sendable {
  let strategy: CategoryStrategy
  let appearance: Appearance

  var colors: CategoryColors { strategy.colors(in: appearance) }
  var testDescription: String { "\(strategy.rawValue), \(appearance.rawValue)" }

  static let all = CategoryStrategy.allCases.flatMap { strategy in
    Appearance.allCases.map { ShownStrategy(strategy: strategy, appearance: $0) }
  }
}

@Suite("Colours of the kinds of entries")
struct CategoryStrategyTests {
  @Test("Each kind has 3:1 against every palette's background and surface", arguments: ShownStrategy.all)
  func contrast(shown: ShownStrategy) {
    for palette in Palette.allCases {
      let ground = ShownPalette(palette: palette, appearance: shown.appearance)
      for (kind, color) in EntryKind.allCases.map({ ($0, shown.colors[$0]) }) {
        for below in ground.grounds {
          #expect(color.contrast(with: below) >= 3, "\(kind) \(color.hex) on \(palette.rawValue) \(below.hex)")
        }
      }
    }
  }

  @Test("The white icon on a filled badge has 3:1", arguments: ShownStrategy.all)
  func badges(shown: ShownStrategy) {
    for kind in EntryKind.allCases {
      #expect(IconStyle.badgeForeground.contrast(with: shown.colors[kind]) >= 3, "\(kind)")
    }
  }

  @Test("Feeds are green, diapers warm, sleep blue or purple, notes neutral", arguments: ShownStrategy.all)
  func tones(shown: ShownStrategy) {
    let colors = shown.colors
    #expect((75...180).contains(colors.feeding.hue))
    #expect((5...35).contains(colors.diaper.hue))
    #expect((205...275).contains(colors.sleep.hue))
    #expect(colors.note.saturation <= 0.1)
    for color in [colors.feeding, colors.diaper, colors.sleep, colors.tummyTime] { #expect(color.saturation >= 0.15) }
  }

  @Test("No two kinds with rules of their own look alike", arguments: ShownStrategy.all)
  func distinct(shown: ShownStrategy) {
    let kinds = EntryKind.withRules
    for (index, kind) in kinds.enumerated() {
      for other in kinds[(index + 1)...] {
        let distance = shown.colors[kind].distance(to: shown.colors[other])
        #expect(distance >= 0.05, "\(kind), \(other): \(distance)")
      }
    }
  }
}
