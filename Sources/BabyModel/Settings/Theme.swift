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

/// Whether everything is drawn in light or dark colours.
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

/// Which colour each kind of entry has. The identifiers are those of the apps.
///
/// In every one feeds are green, diapers warm, sleep blue or purple, and notes neutral; tummy time has the remaining
/// colour. Each has 3:1 against every palette's background and surface, and under the icon of a filled badge.
public enum CategoryStrategy: String, CaseIterable, Sendable {
  case desaturatedJewel = "desaturated-jewel"
  case warmCoolSplit = "warm-cool-split"
  case appleHealth = "apple-health"
  case mutedEarth = "muted-earth"
  case pastelHarmony = "pastel-harmony"

  /// As the apps call it: "Desaturated Jewel"
  public var name: String {
    switch self {
    case .desaturatedJewel: "Desaturated Jewel"
    case .warmCoolSplit: "Warm Cool Split"
    case .appleHealth: "Apple Health"
    case .mutedEarth: "Muted Earth"
    case .pastelHarmony: "Pastel Harmony"
    }
  }

  /// Its colours in light or dark.
  public func colors(in appearance: Appearance) -> CategoryColors {
    switch (self, appearance) {
    case (.desaturatedJewel, .light):
      CategoryColors(feeding: 0x5A8164, diaper: 0x9D664A, sleep: 0x516D96, tummyTime: 0x9C5B76, note: 0x756E66)
    case (.desaturatedJewel, .dark):
      CategoryColors(feeding: 0x689273, diaper: 0xB07A60, sleep: 0x6687B4, tummyTime: 0xB1738D, note: 0x8E8980)
    case (.warmCoolSplit, .light):
      CategoryColors(feeding: 0x2C857D, diaper: 0xCD5639, sleep: 0x7F5FB7, tummyTime: 0x967323, note: 0x707277)
    case (.warmCoolSplit, .dark):
      CategoryColors(feeding: 0x459890, diaper: 0xC9715C, sleep: 0x9678C8, tummyTime: 0xA98738, note: 0x878A8E)
    case (.appleHealth, .light):
      CategoryColors(feeding: 0x298E3A, diaper: 0xBE5E0F, sleep: 0x5C53CD, tummyTime: 0xDA2366, note: 0x6E6E75)
    case (.appleHealth, .dark):
      CategoryColors(feeding: 0x4A9D57, diaper: 0xC9742F, sleep: 0x7E78DD, tummyTime: 0xD85B89, note: 0x89898F)
    case (.mutedEarth, .light):
      CategoryColors(feeding: 0x667C4C, diaper: 0x90633B, sleep: 0x5B6988, tummyTime: 0xA85D69, note: 0x7D7772)
    case (.mutedEarth, .dark):
      CategoryColors(feeding: 0x78905C, diaper: 0xAC7A4D, sleep: 0x7383A9, tummyTime: 0xB4757F, note: 0x908A85)
    case (.pastelHarmony, .light):
      CategoryColors(feeding: 0x4C8D6C, diaper: 0xBC6A3B, sleep: 0x6976C7, tummyTime: 0xBB5F99, note: 0x7B7E88)
    case (.pastelHarmony, .dark):
      CategoryColors(feeding: 0x5A9A7A, diaper: 0xC07D55, sleep: 0x7A86D5, tummyTime: 0xC470A5, note: 0x8A8C95)
    }
  }
}

/// A strategy's five colours in one appearance.
public struct CategoryColors: Hashable, Sendable {
  public var feeding: Color
  public var diaper: Color
  public var sleep: Color
  public var tummyTime: Color
  public var note: Color

  public subscript(kind: EntryKind) -> Color {
    switch kind {
    case .feeding: feeding
    case .diaper: diaper
    case .sleep: sleep
    case .tummyTime: tummyTime
    // The quiet one, for kinds without a colour of their own.
    case .note, .declared: note
    }
  }
}
