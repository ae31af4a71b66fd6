import BabyClient
import BabyModel
import BabyProtocol

/// The runs of `bbctl remind --exec`: one command for each reminder, once each.
struct ReminderRuns {
  struct Run {
    var arguments: [String]
    var variables: [String: String]
  }

  /// With places for what the reminder says.
  let command: [String]
  /// The reminders for which the command was run, with the time of each.
  private var known: Set<Told> = []

  private struct Told: Hashable {
    var id: String
    var at: Instant?
  }

  init(command: [String]) { self.command = command }

  /// The runs for an event: for new reminders, and for those that were already open at the start.
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

  /// Nil if the command was already run for this occurrence of the reminder.
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

  /// Replaces all placeholders at once: braces in a value are not placeholders. A value that begins with a dash would
  /// look like an option, so it loses the dash.
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
