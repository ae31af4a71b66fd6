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

/// The order of day and month in a date such as `11/3`.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Not set: a date that could be either of two is refused, with both as choices.
  case ask
  case dayMonth = "day-month"
  case monthDay = "month-day"
}

/// With which day a week begins.
public enum WeekStart: String, CaseIterable, Sendable {
  case monday, saturday, sunday

  func firstDay(ofWeekWith date: LocalDate) -> LocalDate {
    let first =
      switch self {
      case .monday: 0
      case .saturday: 5
      case .sunday: 6
      }
    return date.adding(days: -(date.weekday - first).flooredRemainder(by: 7))
  }
}

extension DateOrder {
  /// The days of a year that two numbers name, with the month first and with the day first: one of them where the
  /// calendar or the order says which, none if neither is a day.
  ///
  /// - Parameter year: the year in the text.
  func days(_ first: Int, _ second: Int, year: Int?) -> [TimeExpression.Day] {
    let readings = [(first, second), (second, first)]
    // Without a year, assume a leap year.
    let possible = readings.filter { LocalDate(year: year ?? 2000, month: $0.0, day: $0.1) != nil }
    let meant =
      switch self {
      case _ where possible.count < 2 || first == second: Array(possible.prefix(1))
      case .ask: readings
      case .monthDay: [readings[0]]
      case .dayMonth: [readings[1]]
      }
    return meant.compactMap { month, day in
      guard let year else { return .yearly(month: month, day: day) }
      return LocalDate(year: year, month: month, day: day).map { .date($0) }
    }
  }

  /// The dates that a day may stand for, seen from today, the latest first.
  ///
  /// - Parameter times: the times on that day, for the choices.
  /// - Throws: `BabyError.timeUnclear` when it may be either of two days.
  func dates(
    of day: TimeExpression.Day, from today: LocalDate, _ text: String, at times: [TimeOfDay] = []
  ) throws(BabyError) -> [LocalDate] {
    guard case .slashed(let first, let second, let year) = day else { return day.dates(from: today) }
    let days = days(first, second, year: year)
    guard let only = days.first, days.count == 1 else {
      let dates = days.compactMap { day in
        let dates = day.dates(from: today)
        return dates.first { $0 <= today } ?? dates.first
      }
      let choices = dates.flatMap { date in times.isEmpty ? ["\(date)"] : times.map { "\(date) \($0)" } }
      throw .timeUnclear(text, choices: choices)
    }
    return only.dates(from: today)
  }
}
