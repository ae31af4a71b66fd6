extension SettingKey {
  /// The one list of settings, by name.
  public static let all: [SettingKey] = [
    SettingKey(
      name: "day.start", summary: "When a day begins, in the child's zone.", expected: "a time such as 00:00 or 04:30",
      choices: [], defaultValue: "00:00"
    ) { value, settings in
      guard let time = TimeOfDay(value) else { return false }
      settings.dayStart = time
      return true
    },
    interval(
      "diaper.interval", "How long after a diaper the next one is due, and a reminder of it.", \.diaperInterval),
    interval(
      "feeding.interval", "How long after a feed the next one is due, and a reminder of it.", \.feedingInterval),
    words("predictions.enabled", "Whether naps, bedtime, feeds and waking up are predicted.", \.predictions),
    words("reminders.enabled", "Whether anything reminds.", \.reminders),
    words("reminders.from", "From what of a feed feeding.interval counts.", \.feedingIntervalFrom),
    interval(
      "reminders.nap", "How long before a nap becomes likely it reminds.", \.napReminder, .minutes(5) ... .minutes(60),
      "5m to 60m, such as 15m"),
    SettingKey(
      name: "reminders.quiet", summary: "When nothing reminds; what was held is told together when that is over.",
      expected: "off, or two times such as 22:00-06:00", choices: [], defaultValue: "off"
    ) { value, settings in
      let quiet = QuietHours(value)
      let isAllowed = quiet != nil || value == "off"
      if isAllowed { settings.quietHours = quiet }
      return isAllowed
    },
    interval(
      "reminders.sleep", "After how long a running sleep reminds: its end may have been forgotten.", \.sleepReminder,
      .hours(1) ... .hours(24), "1h to 24h, such as 12h", defaultValue: "12h"),
    interval(
      "reminders.tummy", "After how long a running tummy time reminds.", \.tummyReminder,
      .minutes(5) ... .hours(2), "5m to 2h, such as 30m", defaultValue: "30m"),
    words("theme.categoryStrategy", "The colours of the kinds of entries.", \.theme.categoryStrategy),
    words(
      "theme.desktop", "What the desktop prefers, as bbagent saw it last; used when theme.mode is auto.",
      \.theme.desktop),
    words("theme.iconStyle", "Icons on a badge, or coloured themselves.", \.theme.iconStyle),
    words("theme.mode", "Light or dark; auto is what the desktop prefers, else dark.", \.theme.mode),
    words("theme.palette", "The colours of everything but the kinds of entries.", \.theme.palette),
    words("time.format", "How clock times are written.", \.timeFormat),
    words("units", "The unit in which amounts are shown and numbers without a unit are read.", \.units),
  ]

  /// A setting whose values are the words of an enumeration.
  private static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ place: any (WritableKeyPath<Settings, Word> & Sendable)
  ) -> SettingKey {
    let choices = Word.allCases.map(\.rawValue)
    return SettingKey(
      name: name, summary: summary,
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
    _ name: String, _ summary: String, _ place: any (WritableKeyPath<Settings, Duration?> & Sendable),
    _ range: ClosedRange<Duration> = .minutes(30) ... .hours(24),
    _ expected: String = "30m to 24h, such as 3h or 2h30m", defaultValue: String = "off"
  ) -> SettingKey {
    SettingKey(
      name: name, summary: summary, expected: "off, or " + expected, choices: [], defaultValue: defaultValue
    ) { value, settings in
      let interval = Duration(text: value)
      let isAllowed = interval.map(range.contains) ?? (value == "off")
      if isAllowed { settings[keyPath: place] = interval }
      return isAllowed
    }
  }
}
