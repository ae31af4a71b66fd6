import BabyProtocol
import Foundation
import Testing

@Suite("Setup on a terminal")
struct SetupTests {
  /// `bbctl` on a terminal of its own.
  private struct TerminalSession {
    let terminal: PseudoTerminal
    let process: ChildProcess

    /// Answers questions, each when it is asked.
    func answer(_ dialog: [(question: String, answer: String)]) throws {
      for (question, answer) in dialog {
        try terminal.read(until: question)
        terminal.type(answer + "\n")
      }
    }

    func readToEnd() throws -> ChildProcess.ExitStatus {
      let status = try process.wait()
      terminal.readRest()
      return status
    }
  }

  private func setup(_ machine: Machine, _ arguments: String...) throws -> TerminalSession {
    let terminal = try PseudoTerminal()
    return TerminalSession(
      terminal: terminal, process: try machine.begin(Machine.program("bbctl"), arguments, on: terminal))
  }

  @Test("bbctl alone asks on a terminal until there is a child, and accepts the locale's answers with Enter")
  func alone() async throws {
    try await Machine.run { machine in
      try machine.start()
      machine.environment["LANG"] = "de_DE.UTF-8"
      let sitting = try setup(machine)
      try sitting.answer([
        ("name?", "Eva"), ("2026-01-31?", "2020-10-01"), ("bottle or both?", "back"), ("[2020-10-01]", ""),
        ("bottle or both?", "bottle"), ("Time zone", "Europe/Berlin"), ("24h", ""), ("https://baby.example?", ""),
      ])
      #expect(try sitting.readToEnd() == .exited(0), "\(sitting.terminal.output)")
      #expect(sitting.terminal.output.contains("Added Eva"))
      let child = try machine.call("child.list")["children"]?.arrayValue?.first
      #expect(child?["name"] == "Eva" && child?["born"] == "2020-10-01" && child?["feedingStyle"] == "bottle")
      let settings = [("time.format", "24h"), ("date.order", "day-month"), ("week.start", "monday"), ("units", "ml")]
      for (key, value) in settings {
        #expect(try machine.bbctl("settings", "get", key).output == value + "\n")
      }
      // It is there now, so bbctl alone shows what there is.
      #expect(try setup(machine).readToEnd() == .exited(0))
    }
  }

  @Test("a baby's due date and weight at birth are asked, kept over an interruption, and stored with the child")
  func early() async throws {
    try await Machine.run { machine in
      try machine.start()
      machine.environment["LANG"] = "de_DE.UTF-8"
      func day(_ days: Int) -> String {
        String(Date(timeIntervalSinceNow: Double(days) * 86_400).ISO8601Format().prefix(10))
      }
      let first = try setup(machine, "setup")
      try first.answer([("name?", "Eva"), ("2026-01-31?", day(-60)), ("born early?", day(-10))])
      try first.terminal.read(until: "at birth")
      first.process.signal(9)
      _ = try first.process.wait()
      let second = try setup(machine, "setup")
      try second.answer([
        ("at birth", "2100g"), ("girl or a boy?", "girl"), ("bottle or both?", ""), ("Time zone", "UTC"), ("24h", ""),
        ("https://baby.example?", ""),
      ])
      #expect(try second.readToEnd() == .exited(0), "\(second.terminal.output)")
      let child = try machine.call("child.list")["children"]?.arrayValue?.first
      #expect(child?["born"]?.stringValue == day(-60) && child?["dueDate"]?.stringValue == day(-10))
      #expect(child?["birthWeight"] == ["value": 2100, "unit": "g"], "\(child?.text ?? "")")
    }
  }

  enum Interruption: CaseIterable {
    case controlC, closedTerminal, killed, daemonGone
  }

  @Test("a setup that is interrupted anywhere resumes", arguments: Interruption.allCases)
  func interrupted(how: Interruption) async throws {
    try await Machine.run { machine in
      try machine.start()
      machine.environment["LANG"] = "en_US.UTF-8"
      var first: TerminalSession? = try setup(machine, "setup")
      let process = try #require(first?.process)
      try first?.answer([("name?", "Eva"), ("2026-01-31?", "2020-10-01"), ("bottle or both?", "both")])
      try first?.terminal.read(until: "Time zone")
      switch how {
      case .controlC: first?.terminal.type("\u{3}")
      case .closedTerminal: first = nil
      case .killed: process.signal(9)
      case .daemonGone:
        try machine.kill()
        first?.terminal.type("\n")
        try first?.answer([("locale", ""), ("https://baby.example?", "")])
      }
      let ends: [Interruption: ChildProcess.ExitStatus] = [
        .controlC: .killed(signal: 2), .closedTerminal: .killed(signal: 1), .killed: .killed(signal: 9),
        .daemonGone: .exited(5),
      ]
      #expect(try process.wait() == ends[how])
      if how == .daemonGone { try machine.start() }
      #expect(try machine.call("child.list")["children"] == .array([]))
      let kept = machine.directory + "/home/.local/state/babybasics/setup.json"
      #expect(try machine.shell("stat -c %a \(kept)").output == "600\n")

      let second = try setup(machine, "setup")
      try second.terminal.read(until: "Welcome back")
      try second.terminal.read(until: "Eva, 2020-10-01, both")
      // The daemon was only asked when all had been answered.
      if how != .daemonGone { try second.answer([("Time zone", ""), ("locale", ""), ("https://baby.example?", "")]) }
      #expect(try second.readToEnd() == .exited(0), "\(second.terminal.output)")
      let child = try machine.call("child.list")["children"]?.arrayValue?.first
      #expect(child?["name"] == "Eva" && child?["born"] == "2020-10-01" && child?["feedingStyle"] == "both")
      #expect(try machine.bbctl("settings", "get", "units").output == "oz\n")
      #expect(try machine.shell("ls \(kept)").status != 0)
    }
  }
}
