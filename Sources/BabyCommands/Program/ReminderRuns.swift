import BabyClient
import BabyModel
import BabyProtocol

/// What `bbctl remind --exec` runs: a command for each reminder that it hears of, once each.
struct ReminderRuns {
  struct Run {
    var arguments: [String]
    var variables: [String: String]
  }

  /// With places for what the reminder says.
  let command: [String]
  /// What was run already: each reminder, and when it was told.
  private var known: Set<Told> = []

  private struct Told: Hashable {
    var id: String
    var at: Instant?
  }

  init(command: [String]) { self.command = command }

  /// The runs that an event leads to: for what is told, and for what was told before anybody listened and is open.
  mutating func news(in event: FollowerEvent) -> [Run] {
    switch event {
    case .snapshot(let answer):
      return (answer.snapshot.reminder?.open ?? []).reversed().compactMap { run(for: $0) }
    case .change(let event):
      guard case .reminder(let notice)? = try? event.payload() else { return [] }
      return notice.reminders.compactMap { run(for: $0) }
    case .lost, .answered: return []
    }
  }

  /// Nil for a reminder that has been run for, as often as it was told.
  private mutating func run(for reminder: ReminderRecord) -> Run? {
    guard known.insert(Told(id: reminder.id, at: reminder.toldAt)).inserted else { return nil }
    let values = [
      ("text", SafeText.line(reminder.text)), ("child", SafeText.line(reminder.child.name)),
      ("kind", reminder.kind.rawValue), ("id", reminder.id), ("due", reminder.dueLocal),
    ]
    let arguments = [command[0]] + command.dropFirst().map { Self.fill($0, with: values) }
    let variables = values.map { (ClientVariable.reminderPrefix + $0.0.uppercased(), $0.1) }
    return Run(arguments: arguments, variables: Dictionary(variables) { _, last in last })
  }

  /// Puts values into their places, all at once: what a value says in braces is no place. One that begins with a dash
  /// would be taken for an option, so it loses the dash.
  private static func fill(_ argument: String, with values: [(name: String, value: String)]) -> String {
    var filled = ""
    var rest = argument[...]
    while let brace = rest.firstIndex(of: "{") {
      filled += rest[..<brace]
      rest = rest[brace...]
      if let (name, value) = values.first(where: { rest.hasPrefix("{\($0.name)}") }) {
        filled += filled.isEmpty ? value.drop { $0 == "-" } : value[...]
        rest = rest.dropFirst(name.count + 2)
      } else {
        filled.append(rest.removeFirst())
      }
    }
    return filled + rest
  }
}
