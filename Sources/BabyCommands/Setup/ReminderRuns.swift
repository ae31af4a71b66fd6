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
  private var known: Set<Notified> = []

  private struct Notified: Hashable {
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
    guard known.insert(Notified(id: reminder.id, at: reminder.toldAt)).inserted else { return nil }
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

/// Problems with a command that reminders run: other people choose a reminder's name, and a shell would run it.
enum ShellCommand {
  private static let shells = ["ash", "bash", "csh", "dash", "fish", "ksh", "mksh", "sh", "tcsh", "zsh"]
  /// Programs that accept a script as an argument.
  private static let interpreters = ["awk", "gawk", "lua", "mawk", "node", "perl", "php", "python", "python3", "ruby"]
  /// They have a shell run their arguments, here or elsewhere.
  private static let joining = ["eval", "ssh", "su", "watch"]
  private static let places = ["{text}", "{child}", "{kind}", "{id}", "{due}"]

  /// - Parameter command: with places for what a reminder says.
  /// - Returns: nil if no text can be mistaken for a command.
  static func problem(with command: [String]) -> String? {
    for (index, word) in command.enumerated() {
      let name = word.split(separator: "/").last.map(String.init) ?? word
      let rest = command[(index + 1)...]
      if joining.contains(name), let place = rest.compactMap(place).first { return refusal(name, place) }
      let isShell = shells.contains(name)
      guard isShell || interpreters.contains(name) else { continue }
      // Whole arguments behind a script are its $1, $2 and so on, and no part of it.
      return script(in: rest, after: isShell ? "c" : "cer").flatMap(place).map { refusal(name, $0) }
    }
    return nil
  }

  /// The script among a shell's arguments: the one after `-c`, `-lc` and the like, otherwise the first that is not an
  /// option.
  ///
  /// The argument after another option may be that option's value, as in `bash -o pipefail -c SCRIPT`, or the script.
  ///
  /// - Parameter letters: options that a script follows.
  private static func script(in arguments: ArraySlice<String>, after letters: String) -> String? {
    var isNext = false
    var (followsOption, mayHaveScript) = (false, false)
    for argument in arguments {
      if isNext { return argument }
      guard argument.hasPrefix("-"), argument.count > 1 else {
        guard followsOption, place(argument) == nil else {
          // Behind a script are its own arguments.
          return mayHaveScript && !followsOption ? nil : argument
        }
        (followsOption, mayHaveScript) = (false, true)
        continue
      }
      followsOption = argument != "--"
      if argument.hasPrefix("--") {
        let words = ["--command", "--eval"]
        if words.contains(where: { argument.hasPrefix($0 + "=") }) { return argument }
        isNext = words.contains(argument)
      } else {
        isNext = argument.last.map { letters.contains($0) } ?? false
        // Both `-c` and the script at once, as some take it.
        if place(argument) != nil { return argument }
      }
    }
    return nil
  }

  private static func place(_ argument: String) -> String? { places.first { argument.contains($0) } }

  private static func refusal(_ program: String, _ place: String) -> String {
    let variable = ClientVariable.reminderPrefix + place.dropFirst().dropLast().uppercased()
    let example =
      program == "ssh"
      ? "sh -c 'printf %s \"$\(variable)\" | ssh HOST COMMAND'" : "sh -c 'echo \"$\(variable)\"'"
    return """
      \(program) would run what a reminder's name says, and other people name reminders. Take "$\(variable)" in place of \
      \(place), such as: bbctl remind --exec \(example)
      """
  }
}
