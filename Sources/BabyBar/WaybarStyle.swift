import BabyModel

/// A palette as a style sheet for Waybar, whose classes are those of `BarState`.
///
/// It sets the background for which the colours of the text's parts are made, and underlines running timers and
/// problems. A background of another colour would reduce the contrast.
struct WaybarStyle: CaseIterable, RawRepresentable {
  let palette: Palette
  let appearance: Appearance

  static let allCases = Palette.allCases.flatMap { palette in
    [Appearance.dark, .light].map { WaybarStyle(palette: palette, appearance: $0) }
  }

  /// "ocean-calm", in light appearance "ocean-calm-light"
  var rawValue: String { palette.rawValue + (appearance == .light ? "-light" : "") }

  init(palette: Palette, appearance: Appearance) {
    self.palette = palette
    self.appearance = appearance
  }

  init?(rawValue: String) {
    guard let style = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = style
  }

  var css: String {
    let colors = palette.colors(in: appearance)
    let named: [(String, Color)] = [
      ("primary", colors.primary), ("surface", colors.surface), ("text", colors.text),
      ("text_secondary", colors.textSecondary), ("warning", colors.warning), ("danger", colors.danger),
    ]
    let definitions = named.map { "@define-color bb_\($0) \($1.hex);\n" }.joined()
    return
      "/* Baby Basics in Waybar: \(palette.name), \(appearance.rawValue). Printed by: bbbar style \(rawValue)\n"
      + "   The words' colours go with it where the bar runs: bbbar waybar --palette \(rawValue) */\n\n"
      + definitions + "\n" + Self.rules
  }

  private static let rules = """
    #custom-babybasics {
      padding: 0 10px;
      border-radius: 8px;
      color: @bb_text;
      background-color: @bb_surface;
    }

    /* What is going on. */
    #custom-babybasics.feeding,
    #custom-babybasics.sleeping,
    #custom-babybasics.tummy {
      box-shadow: inset 0 -2px @bb_primary;
    }
    #custom-babybasics.empty {
      color: @bb_text_secondary;
    }

    /* Whether it can be relied on. */
    #custom-babybasics.offline,
    #custom-babybasics.stale,
    #custom-babybasics.warning {
      box-shadow: inset 0 -2px @bb_warning;
    }
    #custom-babybasics.error {
      box-shadow: inset 0 -2px @bb_danger;
    }

    /* There are also the classes awake, fresh, ok, soon and overdue: only what is overdue has a colour, in the text. */

    tooltip {
      background-color: @bb_surface;
      border: 1px solid @bb_text_secondary;
    }
    tooltip label {
      color: @bb_text;
    }

    """
}
