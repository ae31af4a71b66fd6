import BabyModel
import TestSupport
import Testing

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
