import BabyModel
import Testing

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
