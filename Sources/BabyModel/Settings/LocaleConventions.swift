/// The conventions of a machine's locale for clocks, units, dates and weeks, as values of settings.
///
/// Facts by territory, after CLDR's calendar and measurement data and the locales of the C library.
public struct LocaleConventions: Hashable, Sendable {
  /// By the names of settings. Without those of which the locale says nothing: a server's says nothing at all, and
  /// Canada writes dates both ways.
  public let settings: [String: String]

  /// - Parameter variable: the value of a variable of the environment. `LC_ALL` goes before `LC_TIME` and
  ///   `LC_MEASUREMENT`, and these before `LANG`; one that is empty counts as not set.
  public init(variable: (String) -> String?) {
    func territory(_ category: String) -> String? {
      let names = ["LC_ALL", category, "LANG"]
      return names.lazy.compactMap(variable).first { !$0.isEmpty }.flatMap(Self.territory)
    }
    var settings: [String: String] = [:]
    if let territory = territory("LC_TIME") {
      settings["time.format"] = Self.twelveHours.contains(territory) ? "12h" : "24h"
      settings["week.start"] =
        Self.sundays.contains(territory) ? "sunday" : Self.saturdays.contains(territory) ? "saturday" : "monday"
      if territory != "CA" { settings["date.order"] = Self.monthsFirst.contains(territory) ? "month-day" : "day-month" }
    }
    if let territory = territory("LC_MEASUREMENT") {
      let isCustomary = Self.customaryUnits.contains(territory)
      settings["units"] = isCustomary ? "oz" : "ml"
      settings["units.weight"] = isCustomary ? "lb" : "kg"
      settings["units.temperature"] = Self.fahrenheit.contains(territory) ? "F" : "C"
    }
    self.settings = settings
  }

  /// `US` of `en_US.UTF-8`; nil for names without one, such as `C` and `POSIX`.
  private static func territory(in name: String) -> String? {
    let bytes = Array(name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") })
    guard let separator = bytes.firstIndex(of: UInt8(ascii: "_")), bytes.count == separator + 3,
      bytes[(separator + 1)...].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    return String(decoding: bytes[(separator + 1)...], as: UTF8.self)
  }

  private static func set(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let twelveHours = set(
    """
    AE AG AL AS AU BB BD BH BM BN BS BT CA CO CY DJ DM DO DZ EG ER ET FJ FM GD GH GM GR GU GY HK IN IQ JM JO KH KI KN KP \
    KR KW KY LB LC LR LS LY MH MO MP MR MW MY NA NZ OM PA PG PH PK PR PS PW QA SA SB SD SG SL SO SS SY SZ TC TD TN TO \
    TT TW UM US VC VE VG VI VU WS YE ZM
    """)
  private static let sundays = set(
    """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR \
    PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """)
  private static let saturdays = set("AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")
  /// Where the month comes before the day: right after a year, or with none.
  private static let monthsFirst = set("AS BT CN FM GU HU JP KP KR LT MH MN MP PH PR PW TW UM US VI")
  private static let customaryUnits = set("AS FM GU LR MH MM MP PR PW UM US VI")
  private static let fahrenheit = set("AS BS BZ FM GU KY LR MH MP PR PW UM US VI")
}
