import BabyModel

/// A palette as a style sheet for Waybar, whose classes are those of `BarState`.
///
/// What runs is underlined, what is due colours the text, and what is wrong or old colours the ground, as the design's
/// banners do: all three can be seen at once. Texts keep their contrast, because the module brings its own ground.
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
      ("text_secondary", colors.textSecondary), ("success", colors.success), ("warning", colors.warning),
      ("danger", colors.danger), ("warning_tint", colors.tint(colors.warning)),
      ("danger_tint", colors.tint(colors.danger)),
    ]
    let definitions = named.map { "@define-color bb_\($0) \($1.hex);\n" }.joined()
    return
      "/* Baby Basics in Waybar: \(palette.name), \(appearance.rawValue). Printed by: bbbar style \(rawValue) */\n\n"
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
    #custom-babybasics.sleeping,
    #custom-babybasics.tummy {
      box-shadow: inset 0 -2px @bb_primary;
    }
    #custom-babybasics.awake {
      color: @bb_text;
    }
    #custom-babybasics.empty {
      color: @bb_text_secondary;
    }

    /* How near the next feed or diaper is. */
    #custom-babybasics.ok {
      color: @bb_success;
    }
    #custom-babybasics.soon {
      color: @bb_warning;
    }
    #custom-babybasics.overdue {
      color: @bb_danger;
    }

    /* Whether it can be relied on. */
    #custom-babybasics.offline {
      color: @bb_text_secondary;
    }
    #custom-babybasics.stale,
    #custom-babybasics.warning {
      color: @bb_text;
      background-color: @bb_warning_tint;
    }
    #custom-babybasics.error {
      color: @bb_text;
      background-color: @bb_danger_tint;
    }

    """
}
