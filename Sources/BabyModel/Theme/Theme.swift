/// The appearance, from the `theme.*` settings.
public struct Theme: Hashable, Sendable {
  public var palette: Palette = .warmNightlight
  public var categoryStrategy: CategoryStrategy = .desaturatedJewel
  public var iconStyle: IconStyle = .filled
  public var mode: ThemeMode = .auto
  /// The desktop's preference, for `ThemeMode.auto`.
  public var desktop: DesktopPreference = .noPreference

  public init() {}

  /// Light or dark, no matter what decides it.
  public var appearance: Appearance { mode.appearance(desktop: desktop) }

  /// The palette's colours.
  public func colors(in appearance: Appearance) -> PaletteColors { palette.colors(in: appearance) }

  /// The colour of a kind of entry.
  public func color(of kind: EntryKind, in appearance: Appearance) -> Color {
    categoryStrategy.colors(in: appearance)[kind]
  }
}

public enum Appearance: String, CaseIterable, Sendable {
  case light, dark
}

/// How light or dark is chosen.
public enum ThemeMode: String, CaseIterable, Sendable {
  /// The desktop.
  case auto
  case dark, light

  /// Where the desktop has no preference it is dark: at 3 AM that is never wrong.
  public func appearance(desktop: DesktopPreference) -> Appearance {
    switch self {
    case .auto: desktop == .light ? .light : .dark
    case .dark: .dark
    case .light: .light
    }
  }
}

/// A desktop's preference, as its agent last saw it.
public enum DesktopPreference: String, CaseIterable, Sendable {
  /// Nor is there one where no desktop has been seen.
  case noPreference = "none"
  case dark, light
}

/// How the icon of a kind of entry is drawn.
public enum IconStyle: String, CaseIterable, Sendable {
  /// On a badge in the kind's colour.
  case filled
  /// In the kind's colour, without a badge.
  case tinted

  /// The icon on a filled badge, the same in light and dark: white, but not the purest.
  public static let badgeForeground: Color = 0xF7F7F5
}
