import BabyProtocol
import Foundation
import Testing

@Suite("Reminders")
struct ReminderTests {
  /// Logs a bottle so long ago that the next is due in a moment.
  private func feed(on machine: Machine) throws {
    let run = try machine.bbctl("feed", "bottle", "--at", "29m 58s ago")
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
  }

  private func open(on machine: Machine) throws -> [JSON] {
    try machine.call("reminder.list")["open"]?.arrayValue ?? []
  }

  private func follow(_ file: String, on machine: Machine) throws -> ChildProcess {
    // What a shell would do with the words is up to this one alone: bbctl has none.
    try machine.begin(
      Machine.program("bbctl"),
      [
        "remind", "--exec", "sh", "-c", "printf '%s|%s\\n' \"$1\" \"$BABYBASICS_REMINDER_KIND\" >> \"$0\"",
        "\(machine.directory)/\(file)", "{child}: {text}",
      ], output: "\(file).out", errors: "\(file).err")
  }

  private func lines(_ file: String, on machine: Machine) -> [Substring] {
    ((try? machine.text(file)) ?? "").split(separator: "\n")
  }

  private static let line = "Eva: Fed about 30 minutes ago|feeding"

  @Test("a command runs once for each reminder, also over kills of the daemon")
  func exec() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "feeding.interval", "30m")
      let followers = [try follow("first", on: machine), try follow("second", on: machine)]
      defer { followers.forEach { $0.end() } }
      for round in 1...2 {
        try feed(on: machine)
        for file in ["first", "second"] {
          try machine.wait(for: "reminder \(round)") { lines(file, on: machine).count >= round }
        }
        try machine.kill()
        try machine.start()
      }
      // Reminders come in order: once the last one has come, a second run for an earlier one would have begun.
      try machine.bbctl("settings", "set", "diaper.interval", "30m")
      try machine.bbctl("diaper", "wet", "--at", "31m ago")
      for file in ["first", "second"] {
        try machine.wait(for: "the last reminder") { lines(file, on: machine).last?.hasSuffix("|diaper") ?? false }
        #expect(lines(file, on: machine).dropLast() == [Self.line[...], Self.line[...]])
      }
    }
  }

  @Test("without clients it is still sent, and later clients find it open")
  func nobody() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "feeding.interval", "30m")
      try feed(on: machine)
      try machine.wait(for: "the reminder") { try open(on: machine).count == 1 }
      let told = try open(on: machine)[0]["toldAt"]
      try machine.stop()
      try machine.start()
      #expect(try open(on: machine).map { $0["toldAt"] } == [told])
      let follower = try follow("late", on: machine)
      defer { follower.end() }
      try machine.wait(for: "the run") { lines("late", on: machine) == [Self.line[...]] }
      #expect(try machine.bbctl("remind").output.contains("Fed about"))
      #expect(try machine.bbctl("feed", "bottle").status == 0)
      #expect(try open(on: machine).isEmpty)
      #expect(try machine.bbctl("remind", "dismiss").status == 3)
    }
  }

  @Test("of a feed that starts the daemon, too, which checks reminders meanwhile")
  func activating() async throws {
    for _ in 1...10 {
      try await Machine.withEva { machine in
        try machine.bbctl("settings", "set", "feeding.interval", "30m")
        try machine.stop()
        let path = machine.directory + "/handed-over.sock"
        let listener = try listeningSocket(path)
        defer { close(listener) }
        let client = try LineClient(path)
        client.send(1, "entry.log", ["kind": "feeding", "method": "bottle", "at": "40m ago"])
        try machine.start(socket: listener)
        #expect(try client.answer()?["result"] != nil)
        try machine.wait(for: "the reminder") {
          try client.call("reminder.list")["result"]?["open"]?.arrayValue?.count == 1
        }
      }
    }
  }

  @Test("a missing command ends it with a reason")
  func noCommand() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "feeding.interval", "30m")
      try machine.bbctl("feed", "bottle", "--at", "40m ago")
      try machine.wait(for: "the reminder") { try open(on: machine).count == 1 }
      let run = try machine.bbctl("remind", "--exec", "no-such-program", "{text}")
      #expect(run.status == 2)
      #expect(run.errors == "bbctl: no-such-program cannot be started.\n")
    }
  }
}
