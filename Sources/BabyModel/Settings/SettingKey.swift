/// The owner of a setting, which decides where it is shared.
public enum SettingHome: String, CaseIterable, Sendable {
  /// A person's, on every machine where they are logged in.
  case person
  /// Per child, for everybody who shares it. Set without a child, it applies to all of the person's children without a
  /// value of their own.
  case child
  /// A machine's: no other hears of it.
  case machine
}

/// One setting: its name and default, what values are allowed, and how they reach `Settings`.
public struct SettingKey: Sendable {
  public let name: String
  public let home: SettingHome
  public let summary: String
  /// The valid values, as text for people.
  public let expected: String
  /// Allowed words, where the values are words.
  public let choices: [String]
  public let defaultValue: String
  /// Puts a value into the settings; false when the value is not allowed.
  let apply: @Sendable (String, inout Settings) -> Bool

  /// Programs tell what they see of it, and no person changes it.
  public var isObserved: Bool { home == .machine }

  /// - Throws: `BabyError.settingUnknown` with the nearest name.
  public static func named(_ name: String) throws(BabyError) -> SettingKey {
    if let key = all.first(where: { $0.name == name }) { return key }
    throw .settingUnknown(name, nearest: nearestName(to: name, among: all.map(\.name)))
  }

  /// - Throws: `BabyError.settingInvalid`.
  public func validate(_ value: String) throws(BabyError) {
    var scratch = Settings()
    guard apply(value, &scratch) else { throw .settingInvalid(key: name, value: value, expected: expected) }
  }
}

extension SettingKey {
  /// The one list of settings, by name.
  public static let all: [SettingKey] = [
    words(
      "date.order", .person, "Whether 11/3 is a day in March or in November; ask refuses it and names both.",
      \.dateOrder),
    SettingKey(
      name: "day.start", home: .child, summary: "When a day begins, in the child's zone.",
      expected: "a time such as 00:00 or 04:30",
      choices: [], defaultValue: "00:00"
    ) { value, settings in
      guard let time = TimeOfDay(value) else { return false }
      settings.dayStart = time
      return true
    },
    interval(
      "diaper.interval", .child, "How long after a diaper the next one is due and a reminder is sent.", \.diaperInterval
    ),
    interval(
      "feeding.interval", .child, "How long after a feed the next one is due and a reminder is sent.", \.feedingInterval
    ),
    words(
      "feeding.solids", .child, "Whether solid food counts as a feed, for the time since it and for predictions.",
      \.solids),
    interval(
      "feeding.topUp", .child, "How long after a feed a bottle still counts as part of it.",
      \.topUp, .minutes(5) ... .hours(2), "5m to 2h, such as 30m"),
    words("predictions.enabled", .person, "Whether naps, bedtime, feeds and waking up are predicted.", \.predictions),
    words("reminders.enabled", .person, "Whether any reminders are sent.", \.reminders),
    interval(
      "reminders.feed", .child, "How long a feed may run before a reminder that it may have been forgotten.",
      \.feedReminder,
      .minutes(30) ... .hours(6), "30m to 6h, such as 2h", defaultValue: "2h"),
    words(
      "reminders.from", .child, "Which part of a feed the time since it and feeding.interval count from.",
      \.feedingIntervalFrom),
    words(
      "reminders.medicine", .child,
      "Whether a reminder is sent when a medicine may be given again, by what was noted with its doses.",
      \.medicineReminder),
    interval(
      "reminders.nap", .child, "How long before a nap becomes likely a reminder is sent.", \.napReminder,
      .minutes(5) ... .minutes(60),
      "5m to 60m, such as 15m"),
    SettingKey(
      name: "reminders.quiet", home: .person,
      summary: "When to hold reminders back; they are sent together when quiet hours end.",
      expected: "off, or two times such as 22:00-06:00", choices: [], defaultValue: "off"
    ) { value, settings in
      let quiet = QuietHours(value)
      let isAllowed = quiet != nil || value == "off"
      if isAllowed { settings.quietHours = quiet }
      return isAllowed
    },
    interval(
      "reminders.sleep", .child,
      "How long a sleep may run before a reminder that it may have been forgotten.",
      \.sleepReminder,
      .hours(1) ... .hours(24), "1h to 24h, such as 12h", defaultValue: "12h"),
    interval(
      "reminders.tummy", .child, "How long tummy time may run before a reminder.", \.tummyReminder,
      .minutes(5) ... .hours(2), "5m to 2h, such as 30m", defaultValue: "30m"),
    words("theme.categoryStrategy", .child, "The colours for the kinds of entries.", \.theme.categoryStrategy),
    words(
      "theme.desktop", .machine, "The desktop's preference as last seen by bbagent; used if theme.mode is auto.",
      \.theme.desktop),
    words("theme.iconStyle", .child, "Icons on a coloured badge, or coloured icons.", \.theme.iconStyle),
    words(
      "theme.mode", .child, "Light or dark; auto follows the desktop, or is dark without its preference.", \.theme.mode),
    words("theme.palette", .child, "The colours for everything except the kinds of entries.", \.theme.palette),
    words("time.format", .person, "How clock times are written.", \.timeFormat),
    words("units", .person, "The unit that amounts are shown in, and that a number without a unit has.", \.units),
    words("units.temperature", .person, "The unit that temperatures are listed in.", \.temperatureUnit),
    words(
      "units.weight", .person,
      "The unit that weights are listed in, and that a weight without a unit has once this is set.", \.weightUnit),
    words("week.start", .person, "With which day a week begins, as in bbctl history last week.", \.weekStart),
  ]

  /// A setting whose values are the words of an enumeration.
  private static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ home: SettingHome, _ summary: String, _ place: any (WritableKeyPath<Settings, Word> & Sendable)
  ) -> SettingKey {
    let choices = Word.allCases.map(\.rawValue)
    return SettingKey(
      name: name, home: home, summary: summary,
      expected: choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? ""), choices: choices,
      defaultValue: Settings()[keyPath: place].rawValue
    ) { value, settings in
      guard let word = Word(rawValue: value) else { return false }
      settings[keyPath: place] = word
      return true
    }
  }

  /// A setting that is a length of time or `off`.
  ///
  /// - Parameter expected: the range in words, with an example.
  private static func interval(
    _ name: String, _ home: SettingHome, _ summary: String,
    _ place: any (WritableKeyPath<Settings, Duration?> & Sendable),
    _ range: ClosedRange<Duration> = .minutes(30) ... .hours(24),
    _ expected: String = "30m to 24h, such as 3h or 2h30m", defaultValue: String = "off"
  ) -> SettingKey {
    SettingKey(
      name: name, home: home, summary: summary, expected: "off, or " + expected, choices: [], defaultValue: defaultValue
    ) { value, settings in
      let interval = Duration(text: value)
      let isAllowed = interval.map(range.contains) ?? (value == "off")
      if isAllowed { settings[keyPath: place] = interval }
      return isAllowed
    }
  }
}
