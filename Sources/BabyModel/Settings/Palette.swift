/// The colours of everything except kinds of entries. The identifiers are those of the apps.
public enum Palette: String, CaseIterable, Sendable {
  case warmNightlight = "warm-nightlight"
  case currentIndigo = "current-indigo"
  case oceanCalm = "ocean-calm"
  case sageGarden = "sage-garden"
  case midnightHarbor = "midnight-harbor"

  /// As the apps call it: "Warm Nightlight"
  public var name: String {
    switch self {
    case .warmNightlight: "Warm Nightlight"
    case .currentIndigo: "Indigo"
    case .oceanCalm: "Ocean Calm"
    case .sageGarden: "Sage Garden"
    case .midnightHarbor: "Midnight Harbor"
    }
  }
}

/// A palette's eleven colours in one appearance.
///
/// Contrasts by WCAG AA, on `background` and on `surface`: texts and the three severities, in which bars write texts,
/// have 4.5:1; large or non-text elements have 3:1. `secondary` is for borders and for the background of buttons.
public struct PaletteColors: Hashable, Sendable {
  /// Buttons and active elements: large things, since in light appearance some primaries have only 3:1.
  public var primary: Color
  public var secondary: Color
  public var background: Color
  /// Cards. In dark appearance it is lighter than the background: that is what lifts them.
  public var surface: Color
  public var text: Color
  public var textSecondary: Color
  public var success: Color
  public var warning: Color
  public var danger: Color
  public var sleepIcon: Color
  public var diaperIcon: Color

  /// A child's initial on `primary`.
  ///
  /// The design has white in dark appearance, which on most of its own dark primaries has less than 3:1 (on Warm
  /// Nightlight's 1.8:1). The background has at least 4.5:1 there, and is the value in light appearance anyway.
  public var onPrimary: Color { background }

  /// The ground of a banner in a severity's colour; texts on it are in `text`.
  ///
  /// The full colour would leave no room: what stands out against a dark background is too light behind a light text.
  public func tint(_ color: Color) -> Color { color.over(background, opacity: 0.2) }
}

// The five palettes. Primaries are the design's own; the rest is chosen for them: calm, muted in the dark, never pure
// black or white. The tests of `Theme` hold every pairing to its contrast.

extension Palette {
  /// Its colours in light or dark.
  public func colors(in appearance: Appearance) -> PaletteColors {
    switch (self, appearance) {
    case (.warmNightlight, .light):
      PaletteColors(
        primary: 0xA07830, secondary: 0xE6D5B4, background: 0xFBF7F0, surface: 0xF1EADD, text: 0x2B241A,
        textSecondary: 0x6A5E4B, success: 0x4A7241, warning: 0x9C5212, danger: 0xA8323C,
        sleepIcon: 0x5C6BA0, diaperIcon: 0x97603C)
    case (.warmNightlight, .dark):
      PaletteColors(
        primary: 0xE8B86D, secondary: 0x5C4C34, background: 0x17130E, surface: 0x2E2B26, text: 0xF1E8DA,
        textSecondary: 0xB9AC98, success: 0x8FB582, warning: 0xDE9651, danger: 0xE38489,
        sleepIcon: 0x9AA8D4, diaperIcon: 0xCF9C78)
    case (.currentIndigo, .light):
      PaletteColors(
        primary: 0x5856D6, secondary: 0xDCDBF5, background: 0xF9F9FC, surface: 0xEFEFF5, text: 0x1F1F28,
        textSecondary: 0x61616E, success: 0x2D784C, warning: 0x955F0D, danger: 0xB93A3A,
        sleepIcon: 0x5B5FB8, diaperIcon: 0x96603F)
    case (.currentIndigo, .dark):
      PaletteColors(
        primary: 0x7B79E0, secondary: 0x45436E, background: 0x131318, surface: 0x2B2B2F, text: 0xECECF2,
        textSecondary: 0xAFAFBC, success: 0x86B894, warning: 0xD9A85C, danger: 0xE58A88,
        sleepIcon: 0x9A9CE2, diaperIcon: 0xCB9B7C)
    case (.oceanCalm, .light):
      PaletteColors(
        primary: 0x2E8B8B, secondary: 0xCBE5E4, background: 0xF6FAFA, surface: 0xE9F1F1, text: 0x182527,
        textSecondary: 0x536467, success: 0x387752, warning: 0x93600E, danger: 0xB23F3C,
        sleepIcon: 0x4B6FA5, diaperIcon: 0x925F3E)
    case (.oceanCalm, .dark):
      PaletteColors(
        primary: 0x4DB8B8, secondary: 0x2F5557, background: 0x0F1618, surface: 0x272D2F, text: 0xE5EFEF,
        textSecondary: 0xA3B4B6, success: 0x82B897, warning: 0xD8AB62, danger: 0xE18D86,
        sleepIcon: 0x8FAFDC, diaperIcon: 0xCA9D80)
    case (.sageGarden, .light):
      PaletteColors(
        primary: 0x6B8F71, secondary: 0xD6E3D3, background: 0xFAFBF7, surface: 0xF0F3EB, text: 0x20271F,
        textSecondary: 0x5B6759, success: 0x5A7326, warning: 0x906314, danger: 0xAB4038,
        sleepIcon: 0x5E7099, diaperIcon: 0x8F6240)
    case (.sageGarden, .dark):
      PaletteColors(
        primary: 0x8FB896, secondary: 0x425643, background: 0x121611, surface: 0x2A2D29, text: 0xE9EEE5,
        textSecondary: 0xABB7A8, success: 0xA6BD76, warning: 0xD5AC66, danger: 0xDF8F84,
        sleepIcon: 0x9DAED6, diaperIcon: 0xC79F82)
    case (.midnightHarbor, .light):
      PaletteColors(
        primary: 0x3D5A80, secondary: 0xD3DDE9, background: 0xF7F9FB, surface: 0xEAEFF4, text: 0x18212C,
        textSecondary: 0x556273, success: 0x377655, warning: 0x906015, danger: 0xB03F44,
        sleepIcon: 0x4A689C, diaperIcon: 0x93603F)
    case (.midnightHarbor, .dark):
      PaletteColors(
        primary: 0x5B82AB, secondary: 0x2F435B, background: 0x0D131B, surface: 0x252B32, text: 0xE3EAF2,
        textSecondary: 0xA2B0C1, success: 0x81B49A, warning: 0xD6AA68, danger: 0xE08C8B,
        sleepIcon: 0x8EADDB, diaperIcon: 0xC89D81)
    }
  }
}
