extension Words {
  /// The text of a reminder. It states facts, and never what people should have done.
  ///
  /// "Fed about 3 hours ago", "Awake for about 1½ hours, a nap is likely soon", "Sleep has been running for about 12 hours", "Vitamin D"
  ///
  /// - Parameter passed: what has passed since the entry that it counts from; nil if it counts from none.
  public static func reminder(_ rule: ReminderRule, after passed: Duration?) -> String {
    let length = about(passed ?? .zero)
    return switch rule {
    case .feeding: fed(length)
    case .diaper: "\(title(.diaper)) \(length) ago"
    case .nap: "Awake for \(length), a nap is likely soon"
    case .sleep, .tummyTime, .nursing: "\(title(rule.entryKind ?? .sleep)) has been running for \(length)"
    case .medicine(let course): mayBeGivenAgain(course.name)
    case .custom(let reminder): reminder.name
    }
  }

  /// "about 45 minutes", "about an hour", "about 2½ hours"
  static func about(_ duration: Duration) -> String {
    let minutes = max(duration.wholeMinutes, 0)
    if minutes < 58 { return "about \(max((minutes + 2) / 5 * 5, 5)) minutes" }
    let halves = (minutes + 15) / 30
    if halves == 2 { return "about an hour" }
    return "about \(halves / 2)\(halves.isMultiple(of: 2) ? "" : "½") hours"
  }

  /// The title of an upcoming reminder: "Next feed", "Sleep still running", "Tylenol may be given again", "Vitamin D"
  ///
  /// - Parameter name: a medicine's, or a custom reminder's.
  public static func upcoming(_ kind: ReminderKind, name: String?) -> String {
    switch kind {
    case .feeding: next(.feeding)
    case .diaper: next(.diaper)
    case .nap: title(PredictionKind.nap)
    case .sleep: "\(title(.sleep)) still running"
    case .tummyTime: "\(title(.tummyTime)) still running"
    case .nursing: "\(title(EntryKind.feeding)) still running"
    case .medicine: mayBeGivenAgain(name ?? "A medicine")
    case .custom: name ?? "Reminder"
    }
  }

  /// The text of several reminders that are sent together.
  public static func reminders(_ texts: [String]) -> String { line(texts) }

  /// "Snoozed for 30 min · Vitamin D"
  public static func snoozed(_ reminder: Reminder, for length: Duration) -> String {
    line(["Snoozed for \(self.length(length))", named(reminder)])
  }

  /// "Done · Vitamin D", "Dismissed · Fed about 3 hours ago", "Dismissed · Next feed"
  public static func dismissed(_ reminder: Reminder) -> String {
    if case .custom(let custom) = reminder.rule {
      line(["Done", custom.name])
    } else {
      line(["Dismissed", named(reminder)])
    }
  }

  /// The text that was sent; for an upcoming reminder, its subject, because its text is not true yet.
  private static func named(_ reminder: Reminder) -> String {
    reminder.isOpen ? reminder.text : upcoming(reminder.rule.kind, name: reminder.rule.name)
  }

  /// "Removed Vitamin D"
  public static func removed(_ reminder: CustomReminder) -> String { "Removed \(reminder.name)" }

  /// "Vitamin D · every 8h", "Vitamin D · daily at 9:00 AM"
  public static func custom(_ reminder: CustomReminder, format: TimeFormat) -> String {
    switch reminder.schedule {
    case .every(let interval): line([reminder.name, every(duration(interval))])
    case .daily(let time): line([reminder.name, daily(time, format: format)])
    }
  }

  /// "every 8h"
  public static func every(_ length: String) -> String { "every \(length)" }

  /// "daily at 9:00 AM"
  public static func daily(_ time: TimeOfDay, format: TimeFormat) -> String {
    "daily at \(clock(time, format: format))"
  }
}

/// Pushes to a browser, which other people may see: the subject and a time, and nothing that a family has written.
public struct PushWords: Hashable, Sendable {
  public var title: String
  public var body: String

  /// The same about a child by its name: "Eva · Next feed"
  public func about(_ name: String) -> PushWords { PushWords(title: Words.line([name, title]), body: body) }
}

extension Words {
  /// "Next feed" and "Last feed at 12:40 PM"; "Sleep still running" and "Since 8:10 PM"; "Reminder" and "Due at 9:00 AM"
  ///
  /// The times are right whenever it is shown, which may be later than it was sent.
  ///
  /// - Parameter clock: an instant as the child's clocks show it.
  public static func pushed(_ reminder: Reminder, clock: (Instant) -> String) -> PushWords {
    let kind = reminder.rule.kind
    let time = clock(reminder.since ?? reminder.ruleDue)
    let body =
      switch kind {
      case .feeding: "Last \(title(EntryKind.feeding).lowercased()) at \(time)"
      case .diaper: "Last \(title(.diaper).lowercased()) at \(time)"
      case .nap: "Awake since \(time)"
      case .sleep, .tummyTime, .nursing: "Since \(time)"
      case .medicine: "Last dose at \(time)"
      case .custom: "Due at \(time)"
      }
    return PushWords(title: upcoming(kind, name: nil), body: body)
  }

  /// Entries by other people: "Diaper logged", "Sleep started", "3 entries logged"
  ///
  /// - Parameters:
  ///   - kind: of the last one; nil for one that is not known here.
  ///   - count: how many since the last push.
  ///   - time: of the last one, as the child's clocks show it.
  public static func pushed(_ kind: EntryKind?, isRunning: Bool, count: Int, at time: String) -> PushWords {
    guard count == 1 else {
      return PushWords(title: "\(self.count(count, .entries)) logged", body: "The last at \(time)")
    }
    let subject = kind.map { title($0) } ?? "Entry"
    return PushWords(title: "\(subject) \(isRunning ? "started" : "logged")", body: "At \(time)")
  }
}
