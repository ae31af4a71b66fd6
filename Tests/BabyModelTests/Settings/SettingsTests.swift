import BabyModel
import Testing

@Suite("Settings")
struct SettingsTests {
  @Test("The documented defaults are in effect")
  func defaults() {
    let documented = Dictionary(uniqueKeysWithValues: SettingKey.all.map { ($0.name, $0.defaultValue) })
    var settings = Settings(family: documented)
    #expect(settings.weightUnit == Settings().weightUnit && settings.temperatureUnit == Settings().temperatureUnit)
    // Without a chosen unit, each value keeps its own.
    settings.measures = MeasureUnits()
    #expect(settings == Settings())
    #expect(Settings(family: [:]) == Settings())
  }

  @Test("A child's own values override the family's")
  func child() throws {
    let settings = Settings(
      family: ["units": "oz", "day.start": "04:30"], child: ["day.start": "06:00", "time.format": "24h"])
    #expect(settings.units == .ounces && settings.timeFormat == .twentyFourHour)
    #expect(try settings.dayStart == time("06:00"))
  }

  @Test("A stored value that is no longer allowed keeps the default")
  func outdated() { #expect(Settings(family: ["units": "cups", "gone": "1"]) == Settings()) }

  @Test("An unknown name is refused with the most similar one")
  func unknown() {
    #expect(throws: BabyError.settingUnknown("unit", nearest: "units")) { try SettingKey.named("unit") }
  }

  @Test("An invalid value is refused with the valid ones")
  func invalid() throws {
    let key = try SettingKey.named("day.start")
    try key.validate("04:30")
    #expect(
      throws: BabyError.settingInvalid(key: "day.start", value: "25:00", expected: "a time such as 00:00 or 04:30")
    ) { try key.validate("25:00") }
  }
}

@Suite("A locale's conventions")
struct LocaleConventionsTests {
  private func settings(_ variables: [String: String]) -> [String: String] {
    LocaleConventions { variables[$0] }.settings
  }

  @Test("Clocks, dates and weeks are those of LC_TIME, units those of LC_MEASUREMENT")
  func categories() {
    #expect(
      settings(["LANG": "en_US.UTF-8"]) == [
        "time.format": "12h", "week.start": "sunday", "date.order": "month-day", "units": "oz", "units.weight": "lb",
        "units.temperature": "F",
      ])
    #expect(
      settings(["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8@euro", "LC_MEASUREMENT": "de_DE"]) == [
        "time.format": "24h", "week.start": "monday", "date.order": "day-month", "units": "ml", "units.weight": "kg",
        "units.temperature": "C",
      ])
    #expect(settings(["LANG": "de_DE.UTF-8", "LC_ALL": "en_US"])["units"] == "oz")
    #expect(settings(["LANG": "de_DE.UTF-8", "LC_TIME": ""])["time.format"] == "24h")
  }

  @Test(
    "A server's locale has none", arguments: ["C", "C.UTF-8", "POSIX", "", "eo", "en_", "en_us", "_", "sr@latin"])
  func nothing(name: String) { #expect(settings(["LANG": name]) == [:]) }

  @Test("If both orders of dates are usual, there is none")
  func bothOrders() {
    let canada = settings(["LANG": "en_CA.UTF-8"])
    #expect(canada["date.order"] == nil && canada["time.format"] == "12h" && canada["units"] == "ml")
  }

  @Test(
    "All are valid values of the settings", arguments: ["en_US", "de_DE", "ar_EG", "ja_JP", "en_CA"])
  func allowed(name: String) throws {
    for (key, value) in settings(["LANG": name]) { try SettingKey.named(key).validate(value) }
  }
}
