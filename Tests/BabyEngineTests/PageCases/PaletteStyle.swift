import BabyModel

/// The palettes and the colours of kinds as custom properties.
///
/// A document has `data-palette` and `data-strategy`, where they are not the usual ones, and `data-mode`; without a mode
/// it is as the phone prefers, and dark where that says nothing.
enum PaletteStyle {
  /// What is shown of a palette, or of a strategy.
  private struct Look {
    /// The documents that show it.
    let selector: String
    let dark: [String]
    let light: [String]
  }

  static func text() -> String {
    let looks = palettes + strategies
    let night = NightPalette(Theme().palette).colors
    let kinds = self.night(Theme().categoryStrategy.colors(in: .dark))
    let badge = "--bb-badge: \(night.background.hex);"
    var rules = looks.map { rule($0.selector, $0.dark) }
    rules += looks.map { rule("\($0.selector)[data-mode='light']", $0.light) }
    let preferred = looks.map { rule("\($0.selector):not([data-mode])", $0.light, indent: "  ") }
    rules.append("@media (prefers-color-scheme: light) {\n" + preferred.joined(separator: "\n") + "}\n")
    rules.append(rule(":root", ["--bb-badge: \(IconStyle.badgeForeground.hex);"]))
    // In the red light, palettes are hardly told apart: there is one, for all.
    rules.append(rule(":root[data-mode='night']", declarations(night) + declarations(kinds) + [badge]))
    return """
      /* Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost.
         Night: each colour as bright in relation to the text as it is in the dark, in a red light with a little green
         and no blue; what is read, and icons, with 4.5:1. */


      """ + rules.joined(separator: "\n")
  }

  private static var palettes: [Look] {
    Palette.allCases.map { palette in
      Look(
        selector: palette == Theme().palette ? ":root" : "[data-palette='\(palette.rawValue)']",
        dark: declarations(palette.colors(in: .dark)), light: declarations(palette.colors(in: .light)))
    }
  }

  private static var strategies: [Look] {
    CategoryStrategy.allCases.map { strategy in
      Look(
        selector: strategy == Theme().categoryStrategy ? ":root" : "[data-strategy='\(strategy.rawValue)']",
        dark: declarations(strategy.colors(in: .dark)), light: declarations(strategy.colors(in: .light)))
    }
  }

  /// The colours of kinds at night.
  private static func night(_ colors: CategoryColors) -> CategoryColors {
    let light = NightPalette(Theme().palette)
    var night = colors
    night.feeding = light.color(colors.feeding)
    night.diaper = light.color(colors.diaper)
    night.sleep = light.color(colors.sleep)
    night.tummyTime = light.color(colors.tummyTime)
    night.note = light.color(colors.note)
    return night
  }

  private static func rule(_ selector: String, _ declarations: [String], indent: String = "") -> String {
    "\(indent)\(selector) {\n" + declarations.map { "\(indent)  \($0)\n" }.joined() + "\(indent)}\n"
  }

  private static func declarations(_ colors: PaletteColors) -> [String] {
    [
      ("primary", colors.primary), ("secondary", colors.secondary), ("background", colors.background),
      ("surface", colors.surface), ("text", colors.text), ("text-secondary", colors.textSecondary),
      ("success", colors.success), ("warning", colors.warning), ("danger", colors.danger),
    ].map { "--bb-\($0): \($1.hex);" }
  }

  private static func declarations(_ colors: CategoryColors) -> [String] {
    [
      ("feeding", colors.feeding), ("diaper", colors.diaper), ("sleep", colors.sleep), ("tummy-time", colors.tummyTime),
      ("note", colors.note),
    ].map { "--bb-\($0): \($1.hex);" }
  }
}
