import BabyModel
import Testing

@Suite("The theme")
struct ThemeTests {
  @Test("Its identifiers are those of the apps, the first ones the defaults")
  func identifiers() throws {
    func key(_ name: String) throws -> SettingKey { try SettingKey.named(name) }
    #expect(
      try key("theme.palette").choices == [
        "warm-nightlight", "current-indigo", "ocean-calm", "sage-garden", "midnight-harbor",
      ])
    #expect(
      try key("theme.categoryStrategy").choices == [
        "desaturated-jewel", "warm-cool-split", "apple-health", "muted-earth", "pastel-harmony",
      ])
    #expect(try key("theme.iconStyle").choices == ["filled", "tinted"])
    #expect(try key("theme.mode").choices == ["auto", "dark", "light"])
    #expect(try key("theme.desktop").choices == ["none", "dark", "light"])
    for name in ["theme.desktop", "theme.palette", "theme.categoryStrategy", "theme.iconStyle", "theme.mode"] {
      #expect(try key(name).defaultValue == key(name).choices.first)
    }
  }

  @Test("A child may have a palette of its own and the family's icons")
  func overrides() {
    let theme = Settings(
      family: ["theme.palette": "ocean-calm", "theme.iconStyle": "tinted", "theme.mode": "light"],
      child: ["theme.palette": "sage-garden", "theme.categoryStrategy": "muted-earth"]
    ).theme
    #expect(theme.palette == .sageGarden && theme.categoryStrategy == .mutedEarth)
    #expect(theme.iconStyle == .tinted && theme.mode == .light)
    #expect(theme.colors(in: .dark) == Palette.sageGarden.colors(in: .dark))
    #expect(theme.color(of: .sleep, in: .light) == CategoryStrategy.mutedEarth.colors(in: .light).sleep)
  }

  @Test("Auto follows the desktop, and is dark without its preference")
  func modes() {
    func appearance(_ mode: ThemeMode, _ desktop: DesktopPreference) -> Appearance {
      Settings(family: ["theme.mode": mode.rawValue, "theme.desktop": desktop.rawValue]).theme.appearance
    }
    #expect(DesktopPreference.allCases.map { appearance(.auto, $0) } == [.dark, .dark, .light])
    for desktop in DesktopPreference.allCases {
      #expect(appearance(.light, desktop) == .light)
      #expect(appearance(.dark, desktop) == .dark)
    }
    #expect(Settings().theme.appearance == .dark)
  }

  @Test("An interval is half an hour to a day, or off")
  func intervals() throws {
    let settings = Settings(
      family: ["feeding.interval": "2h30m", "diaper.interval": "3h"], child: ["diaper.interval": "off"])
    #expect(settings.feedingInterval == .minutes(150) && settings.diaperInterval == nil)
    let key = try SettingKey.named("feeding.interval")
    for value in ["off", "30m", "3h", "2h 30m", "24h"] { try key.validate(value) }
    for value in ["", "29m", "25h", "3", "-3h", "on", "soon"] {
      #expect(throws: BabyError.settingInvalid(key: key.name, value: value, expected: key.expected)) {
        try key.validate(value)
      }
    }
  }
}
