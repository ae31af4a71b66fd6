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
