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
    interval("diaper.interval", "How long after a diaper the next one is due.", \.diaperInterval),
    interval("feeding.interval", "How long after the start of a feed the next one is due.", \.feedingInterval),
    words("theme.categoryStrategy", "The colours of the kinds of entries.", \.theme.categoryStrategy),
    words("theme.iconStyle", "Icons on a badge, or coloured themselves.", \.theme.iconStyle),
    words("theme.mode", "Light or dark; auto asks the desktop, and is dark where it cannot.", \.theme.mode),
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

  /// A setting that is a length of time or `off`, which is the default.
  private static func interval(
    _ name: String, _ summary: String, _ place: any (WritableKeyPath<Settings, Duration?> & Sendable)
  ) -> SettingKey {
    SettingKey(
      name: name, summary: summary, expected: "off, or 30m to 24h, such as 3h or 2h30m", choices: [],
      defaultValue: "off"
    ) { value, settings in
      let interval = Duration(text: value)
      let isAllowed = interval.map { (.minutes(30) ... .hours(24)).contains($0) } ?? (value == "off")
      if isAllowed { settings[keyPath: place] = interval }
      return isAllowed
    }
  }
}
