extension Words {
  /// A value that is shared, within a sentence: "units", "the reminder Vitamin D", "the feeding reminder"
  ///
  /// - Parameter value: as it was sent.
  public static func name(of place: SettingPlace, _ value: String?) -> String {
    switch place.subject {
    case .reminder(let id, let child):
      let reminder = value.flatMap { CustomReminder(sharedText: $0, id: id, childID: child) }
      return reminder.map { "the reminder \($0.name)" } ?? "a reminder"
    case .occasion(let rule, _):
      // A medicine's key continues with the id of the medicine.
      return ReminderKind(rawValue: String(rule.prefix { $0 != "." })).map { "the \($0.rawValue) reminder" }
        ?? "a reminder"
    case .setting, nil: return place.key
    }
  }

  /// "Not changed on the server: day.start · You may read this child's log, but not change it."
  ///
  /// - Parameter what: `name(of:_:)` of what has gone back to how the server has it.
  public static func settingRefused(_ what: String, reason: String) -> String {
    line(["Not changed on the server: \(what)", reason])
  }

  /// "2 settings or reminders wait to be sent"
  public static func unsentSettings(_ count: Int) -> String {
    count == 1 ? "1 setting or reminder waits to be sent" : "\(count) settings or reminders wait to be sent"
  }

  /// "units oz"
  public static func setting(_ name: String, _ value: String) -> String { "\(name) \(value)" }

  /// "As the account has it, and not as it was set here: units oz, time.format 24h"
  public static func settingsOfAccount(_ settings: [String]) -> String {
    "As the account has it, and not as it was set here: " + settings.joined(separator: ", ")
  }
}
