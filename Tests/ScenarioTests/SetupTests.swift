import BabyProtocol
import Testing

@Suite("Setting up, on a terminal")
struct SetupTests {
  private func setup(_ machine: Machine, _ arguments: String...) throws -> TerminalProgram {
    try machine.terminal("bbctl", arguments)
  }

  @Test("bbctl alone asks on a terminal until a child is there, and takes the locale's answers with Enter")
  func alone() async throws {
    try await Machine.run { machine in
      try machine.start()
      machine.environment["LANG"] = "de_DE.UTF-8"
      let terminal = try setup(machine)
      for (question, answer) in [
        ("name?", "Eva"), ("2026-01-31?", "2026-10-01"), ("bottle or both?", "back"), ("[2026-10-01]", ""),
        ("bottle or both?", "bottle"), ("Time zone", "Europe/Berlin"), ("24h", ""), ("Family server", ""),
      ] {
        try terminal.read(until: question)
        terminal.type(answer + "\n")
      }
      #expect(try terminal.readToEnd() == .exited(0), "\(terminal.shown)")
      #expect(terminal.shown.contains("Added Eva"))
      let child = try machine.call("child.list")["children"]?.arrayValue?.first
      #expect(child?["name"] == "Eva" && child?["born"] == "2026-10-01" && child?["feedingStyle"] == "bottle")
      let settings = [("time.format", "24h"), ("date.order", "day-month"), ("week.start", "monday"), ("units", "ml")]
      for (key, value) in settings {
        #expect(try machine.bbctl("settings", "get", key).output == value + "\n")
      }
      // A time in that order is read, and the answer says which day it was.
      let logged = try machine.bbctl("diaper", "wet", "--at", "11/11 14:00")
      #expect(logged.status == 0, "\(logged.errors)")
      // It is there now, so bbctl alone shows what there is.
      #expect(try setup(machine).readToEnd() == .exited(0))
    }
  }

  enum Interruption: CaseIterable {
    case controlC, closedTerminal, killed, daemonGone
  }

  @Test("a setup that is interrupted anywhere goes on where it was", arguments: Interruption.allCases)
  func interrupted(how: Interruption) async throws {
    try await Machine.run { machine in
      try machine.start()
      machine.environment["LANG"] = "en_US.UTF-8"
      let first = try setup(machine, "setup")
      for (question, answer) in [("name?", "Eva"), ("2026-01-31?", "2026-10-01"), ("bottle or both?", "both")] {
        try first.read(until: question)
        first.type(answer + "\n")
      }
      try first.read(until: "Time zone")
      switch how {
      case .controlC: first.type("\u{3}")
      case .closedTerminal: first.hangUp()
      case .killed: first.process.signal(9)
      case .daemonGone:
        try machine.kill()
        for question in ["", "locale", "Family server"] {
          if !question.isEmpty { try first.read(until: question) }
          first.type("\n")
        }
        #expect(try first.readToEnd() == .exited(5), "\(first.shown)")
        try machine.start()
      }
      if how != .closedTerminal { _ = try first.readToEnd() }
      #expect(try machine.call("child.list")["children"] == .array([]))
      let kept = machine.directory + "/home/.local/state/babybasics/setup.json"
      #expect(try machine.shell("stat -c %a \(kept)").output == "600\n")

      let second = try setup(machine, "setup")
      try second.read(until: "Welcome back")
      try second.read(until: "Eva, 2026-10-01, both")
      for question in how == .daemonGone ? [] : ["Time zone", "locale", "Family server"] {
        try second.read(until: question)
        second.type("\n")
      }
      #expect(try second.readToEnd() == .exited(0), "\(second.shown)")
      let child = try machine.call("child.list")["children"]?.arrayValue?.first
      #expect(child?["name"] == "Eva" && child?["born"] == "2026-10-01" && child?["feedingStyle"] == "both")
      #expect(try machine.bbctl("settings", "get", "units").output == "oz\n")
      #expect(try machine.shell("ls \(kept)").status != 0)
    }
  }
}
