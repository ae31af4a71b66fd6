import Testing

@testable import BabyCommands

@Suite("A command for reminders")
struct ShellCommandTests {
  @Test(
    "must not have a shell read what somebody else has written",
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
    "may have it in arguments of its own, and in a shell's variables",
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
