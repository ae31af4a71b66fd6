import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Commands that reminders run")
struct ReminderRunsTests {
  private func record(_ name: String, told: String = "2026-11-15T06:09:00Z") -> ReminderRecord {
    var record = Sample.reminders().open[0]
    record.id = name
    record.text = "\(name)"
    record.toldAt = Sample.at(told)
    return record
  }

  private func told(_ reminders: ReminderRecord...) -> FollowerEvent {
    let notice = ReminderNotice(child: reminders[0].child, reminders: reminders)
    return .change(ChangeEvent(subscription: 1, seq: 7, topic: .reminder, at: Sample.now, data: notice.json))
  }

  private func found(_ reminders: ReminderRecord...) -> FollowerEvent {
    var snapshot = ChangeSnapshot()
    snapshot.reminder = ReminderSnapshot(open: reminders)
    return .snapshot(.init(subscription: 1, instance: "i", seq: 7, isResync: false, snapshot: snapshot))
  }

  @Test("Each reminder runs it once: when it is sent, again after a snooze, and not for a repeated event")
  func once() {
    var runs = ReminderRuns(command: ["mail", "{text}"])
    #expect(runs.news(in: found(record("Drops"))).map(\.arguments) == [["mail", "Drops"]])
    #expect(runs.news(in: told(record("Drops"))).isEmpty)
    #expect(runs.news(in: found(record("Tea"), record("Drops"))).map(\.arguments) == [["mail", "Tea"]])
    #expect(runs.news(in: told(record("Drops", told: "2026-11-15T06:39:00Z"))).count == 1)
  }

  @Test("Reminders that are sent together run it once each")
  func together() {
    var runs = ReminderRuns(command: ["mail", "{child}: {text}", "{kind}"])
    let run = runs.news(in: told(record("Drops"), record("Tea")))
    #expect(run.map(\.arguments) == [["mail", "Eva: Drops", "feeding"], ["mail", "Eva: Tea", "feeding"]])
  }

  @Test("A reminder's text stays one argument, and is neither an option nor a placeholder")
  func hostile() {
    var runs = ReminderRuns(command: ["echo", "{child}", "--to={child}", "{{text}}", "{nothing}", "{", "$(id)"])
    var reminder = record("x; rm -rf / `id` $(id) {child}\u{1B}[31m\n\u{202E}")
    reminder.child = ChildReference(id: reminder.child.id, name: "--upload=/etc/passwd")
    let arguments = runs.news(in: told(reminder))[0].arguments
    #expect(arguments[1] == "upload=/etc/passwd" && arguments[2] == "--to=--upload=/etc/passwd")
    #expect(arguments[3].hasPrefix("{x; rm -rf / `id` $(id) {child}"))
    #expect(!arguments[3].unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
    #expect(arguments[4...] == ["{nothing}", "{", "$(id)"])
  }

  @Test("The environment contains it, too")
  func environment() {
    var runs = ReminderRuns(command: ["lamp"])
    let variables = runs.news(in: told(record("Drops")))[0].variables
    #expect(
      variables == [
        "BABYBASICS_REMINDER_TEXT": "Drops", "BABYBASICS_REMINDER_CHILD": "Eva",
        "BABYBASICS_REMINDER_KIND": "feeding", "BABYBASICS_REMINDER_ID": "Drops",
        "BABYBASICS_REMINDER_DUE": "2026-11-14T22:09:00.000-08:00",
      ])
  }
}

@Suite("A command for reminders")
struct ShellCommandTests {
  @Test(
    "must not pass another person's text to a shell",
    arguments: [
      (["sh", "-c", "notify-send {text}"], "BABYBASICS_REMINDER_TEXT"),
      (["/bin/bash", "-lc", "echo '{child}'"], "BABYBASICS_REMINDER_CHILD"),
      (["env", "A=1", "zsh", "-e", "-c", "echo {id}"], "BABYBASICS_REMINDER_ID"),
      (["sh", "{text}"], "BABYBASICS_REMINDER_TEXT"), (["sh", "-c", "{text}"], "BABYBASICS_REMINDER_TEXT"),
      (["python3", "-c", "print('{text}')"], "BABYBASICS_REMINDER_TEXT"),
      (["perl", "-e", "print '{due}'"], "BABYBASICS_REMINDER_DUE"),
      (["node", "--eval={text}"], "BABYBASICS_REMINDER_TEXT"),
      (["sudo", "-u", "anna", "sh", "-c", "x{kind}"], "BABYBASICS_REMINDER_KIND"),
      (["ssh", "lamp.local", "notify-send", "{text}"], "BABYBASICS_REMINDER_TEXT"),
      (["bash", "-o", "pipefail", "-c", "echo {text}"], "BABYBASICS_REMINDER_TEXT"),
      (["bash", "-e", "{text}"], "BABYBASICS_REMINDER_TEXT"),
      (["perl", "-M", "JSON", "-e", "print '{text}'"], "BABYBASICS_REMINDER_TEXT"),
      (["su", "anna", "-c", "echo {text}"], "BABYBASICS_REMINDER_TEXT"),
    ])
  func refused(command: [String], variable: String) throws {
    let problem = try #require(ShellCommand.problem(with: command))
    #expect(problem.contains("\"$\(variable)\"") && problem.contains("bbctl remind --exec sh -c '"))
    #expect(throws: (any Error).self) { try RemindListCommand.parse(["--exec"] + command) }
  }

  @Test(
    "may pass it as an argument, and in a shell's variables",
    arguments: [
      ["notify-send", "{child}: {text}"], ["curl", "--data-raw", "{child}: {text}", "https://ntfy.example/baby"],
      ["sh", "-c", "echo \"$BABYBASICS_REMINDER_TEXT\""], ["sh", "-c", "echo \"$1\"", "sh", "{text}"],
      ["bash", "/usr/local/bin/lamp", "{kind}"], ["bash", "/usr/local/bin/lamp", "-c", "{kind}"],
      ["bash", "-e", "--", "/usr/local/bin/lamp", "{kind}"], ["python3", "-u", "lamp.py", "{kind}"],
      ["bash", "-o", "pipefail", "/usr/local/bin/lamp", "{kind}"], ["sh", "-c", "echo ${HOME} {nothing}"],
      ["lamp", "-c", "{text}"],
    ])
  func accepted(command: [String]) throws {
    #expect(ShellCommand.problem(with: command) == nil)
    #expect(try RemindListCommand.parse(["--exec"] + command).command == command)
  }
}
