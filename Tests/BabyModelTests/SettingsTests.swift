import BabyModel
import Testing

@Suite("Settings")
struct SettingsTests {
  @Test("The documented defaults are in effect")
  func defaults() {
    let documented = Dictionary(uniqueKeysWithValues: SettingKey.all.map { ($0.name, $0.defaultValue) })
    var settings = Settings(family: documented)
    #expect(settings.weightUnit == Settings().weightUnit && settings.temperatureUnit == Settings().temperatureUnit)
    // A unit that nobody has chosen leaves each value in its own.
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
