/// Pushes to a browser, which other people may see: the subject and a time, and nothing that a family has written.
public struct PushWords: Hashable, Sendable {
  public var title: String
  public var body: String

  public init(title: String, body: String) {
    self.title = title
    self.body = body
  }

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
  ///   - count: how many since it was told the last time.
  ///   - time: of the last one, as the child's clocks show it.
  public static func pushed(_ kind: EntryKind?, isRunning: Bool, count: Int, at time: String) -> PushWords {
    guard count == 1 else {
      return PushWords(title: "\(self.count(count, .entries)) logged", body: "The last at \(time)")
    }
    let subject = kind.map { title($0) } ?? "Entry"
    return PushWords(title: "\(subject) \(isRunning ? "started" : "logged")", body: "At \(time)")
  }
}
