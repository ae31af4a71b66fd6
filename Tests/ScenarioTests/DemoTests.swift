import BabyProtocol
import Foundation
import Testing

@Suite("Made-up families for trying things out")
struct DemoTests {
  @Test(
    "each has its own database, beside a real one that it never touches, and is gone afterwards",
    arguments: ["newborn", "3months", "6months", "heavy", "light", "dst", "twins", "two-caregivers"])
  func scenario(name: String) async throws {
    try await Machine.withEva { machine in
      let seq = try machine.call("daemon.status")["seq"]
      machine.environment["BABYBASICS_SOCKET"] = machine.paths.socket
      let run = try machine.bbctl("demo", name, "call", "daemon.status")
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      let status = try run.json
      #expect(try #require(status["entries"]?.integerValue) > 4)
      #expect(status["children"] == (name == "twins" ? 2 : 1))
      #expect(status["database"]?.stringValue?.hasPrefix(machine.directory + "/run/babybasics-demo.") == true)
      #expect(try machine.demoLeftovers() == "")
      #expect(try machine.call("daemon.status")["seq"] == seq)
    }
  }

  @Test("without a terminal it shows the day, and ends and cleans up whatever becomes of its output")
  func pipe() async throws {
    try await Machine.run { machine in
      let run = try machine.bbctl("--demo")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("A made-up family (3months), 96 days old: "))
      #expect(run.output.contains("Today · Eva") && run.output.contains("Eva"))
      #expect(run.output.hasSuffix("run on a terminal: bbctl --demo\n"))
      #expect(try machine.shell("bbctl demo twins | head -n 1").output.hasPrefix("A made-up family (twins)"))
      let closed = try machine.shell("bbctl --demo >&-")
      #expect(closed.status == 1 && closed.errors.contains("cannot be started"), "\(closed.errors)")
      #expect(try machine.demoLeftovers() == "")
    }
  }

  @Test("a command is run for the family, with its options, its input and its exit status")
  func command() async throws {
    try await Machine.run { machine in
      // Another daemon's address, and a configuration that no daemon would start with: neither counts.
      machine.environment["BABYBASICS_SOCKET"] = "/nowhere/daemon.sock"
      try machine.write("nonsense: [", to: machine.directory + "/home/.config/babybasics/config.yaml")
      machine.environment["TZ"] = "America/New_York"
      for words in [["--demo", "--json", "status"], ["--json", "--demo", "status"], ["--demo", "status", "--json"]] {
        let run = try machine.bbctl(words, input: "")
        #expect(run.status == 0, "\(run.errors)")
        let dashboard = try run.json
        #expect(dashboard["zone"] == "America/New_York" && dashboard["child"]?["name"] == "Eva")
        #expect(dashboard["predictions"]?.arrayValue?.isEmpty == false)
        #expect(dashboard["lastFeeding"] != .null)
      }
      let stop = #"timer.stop {"kind":"activity","name":"swimming"}"#.split(separator: " ").map(String.init)
      #expect(try machine.bbctl(["--demo", "call"] + stop, input: "").status == 3)
      #expect(try machine.bbctl("--demo", "statsu").status == 2)
      let growth = try machine.bbctl("--demo", "growth")
      #expect(growth.status == 0 && growth.output.contains("5.8 kg"), "\(growth.output)\(growth.errors)")
      // Not "today": after midnight she has not logged anything yet.
      #expect(try machine.bbctl("demo", "two-caregivers", "history", "yesterday").output.contains("by Anna"))
      #expect(try machine.demoLeftovers() == "")
    }
  }

  @Test("wrong arguments, and settings with which no daemon can start, are refused")
  func refusals() async throws {
    try await Machine.run { machine in
      func refused(_ words: String..., saying text: String, status: CInt = 2) throws {
        let run = try machine.bbctl(words, input: "")
        #expect(run.status == status && run.output == "" && run.errors.contains(text), "\(words): \(run.errors)")
      }
      try refused("demo", "newbron", saying: "Did you mean \"newborn\"?")
      try refused("demo", saying: "Usage: bbctl --demo")
      try refused("--demo", "twins", saying: "Run: bbctl demo twins")
      try refused("--demo", "-H", "nursery", "status", saying: "-H chooses another daemon than the demo's.")
      try refused("--host=nursery", "--demo", "status", saying: "--host=nursery chooses another daemon")
      try refused("--demo", "status", "--socket", "/a.sock", saying: "--socket chooses another daemon")
      machine.environment["BABYBASICS_TIMEOUT"] = "soon"
      try refused("--demo", saying: "BABYBASICS_TIMEOUT is \"soon\"")
      machine.environment["BABYBASICS_TIMEOUT"] = nil
      machine.environment["BABYBASICS_CONNECTIONS_MAX"] = "0"
      try refused("--demo", saying: "babybasicsd did not start; the reason is above.", status: 1)
      #expect(try machine.demoLeftovers() == "")
      #expect(try machine.bbctl("demo", "--help").output.contains("two-caregivers"))
      #expect(try machine.bbctl("--demo", "--help").output == machine.bbctl("demo", "--help").output)
      #expect(try machine.bbctl("--help").output.contains("--demo"))
    }
  }

  @Test(
    "on a terminal it shows the day and opens the person's shell, whose prompt says so, for the family alone",
    arguments: ["bash", "zsh", "fish", "sh"].filter { Machine.has($0) })
  func shell(name: String) async throws {
    try await Machine.run { machine in
      let terminal = try PseudoTerminal(rows: 60)
      let demo = try machine.beginDemo(in: name, on: terminal)
      try terminal.read(until: "Today · Eva")
      try terminal.read(until: "To leave it: exit")
      if name != "sh" { try terminal.read(until: "(demo) ") }
      terminal.type("bbctl call daemon.status | sed 's/.*\"database\":\"/at /'\n")
      try terminal.read(until: "at \(machine.directory)/run/babybasics-demo.")
      // A demo's shell starts no second demo.
      terminal.type("bbctl --demo today 'it is' || echo it-is-$(echo refused)\n")
      try terminal.read(until: "all commands in it are for the made-up family. Run here: bbctl today 'it is'")
      try terminal.read(until: "it-is-refused")
      // Another shell can.
      #expect(try machine.bbctl("--demo", "status").status == 0)
      terminal.type("exit 7\n")
      try terminal.read(until: "bbctl is yours again")
      #expect(try demo.wait() == .exited(7))
      #expect(try machine.demoLeftovers() == "")
    }
  }

  @Test("Ctrl-C ends the command and not the demo before it, which then cleans up")
  func interrupt() async throws {
    try await Machine.run { machine in
      let terminal = try PseudoTerminal()
      let demo = try machine.begin(Machine.program("bbctl"), ["--demo", "monitor", "timeline", "--json"], on: terminal)
      try terminal.read(until: "{")
      terminal.type("\u{3}")
      #expect(try demo.wait() == .exited(130))
      #expect(try machine.demoLeftovers() == "")
    }
  }

  @Test("when its terminal goes away, or a signal ends it, its shell, daemon and folder go, too")
  func hangUp() async throws {
    try await Machine.run { machine in
      for signal in [SIGHUP, SIGTERM] {
        let terminal = try PseudoTerminal()
        let demo = try machine.beginDemo(in: "bash", on: terminal)
        try terminal.read(until: "(demo) ")
        demo.signal(signal)
        #expect(try demo.wait() == .exited(128 + signal))
        #expect(try machine.demoLeftovers() == "")
      }
      var terminal: PseudoTerminal? = try PseudoTerminal()
      let demo = try machine.beginDemo(in: "bash", on: try #require(terminal))
      try terminal?.read(until: "(demo) ")
      terminal = nil
      #expect(try demo.wait() != .exited(0))
      #expect(try machine.demoLeftovers() == "")
    }
  }

  @Test(
    "when a demo is killed, its daemon ends, too", .enabled(if: Machine.has("setpriv"), "util-linux is not installed"))
  func killed() async throws {
    try await Machine.run { machine in
      let terminal = try PseudoTerminal()
      let demo = try machine.beginDemo(in: "bash", on: terminal)
      try terminal.read(until: "(demo) ")
      demo.end()
      // Not the shell's: bash can miss the signal that its terminal sends, until a person types.
      try machine.wait(for: "the daemon's end") { try machine.demoDaemons() == "" }
    }
  }
}

extension Machine {
  /// Starts `bbctl --demo` with one of the shells on a terminal.
  fileprivate func beginDemo(in shell: String, on terminal: PseudoTerminal) throws -> ChildProcess {
    environment["SHELL"] = try run("/bin/sh", ["-c", "command -v \(shell)"]).output.trimmingCharacters(in: .newlines)
    // Without this file, zsh asks questions first.
    try write("", to: directory + "/home/.zshrc")
    return try begin(Self.program("bbctl"), ["--demo"], on: terminal)
  }

  /// Daemons of demos on this machine that are running.
  fileprivate func demoDaemons() throws -> String { try processes(with: "/daemon.sock") }

  /// Programs of demos that are running, and their folders.
  fileprivate func demoLeftovers() throws -> String {
    try processes(with: "") + shell("ls -d run/babybasics-demo* 2>/dev/null || true").output
  }

  /// Processes that have a file of a demo's folder among their arguments.
  private func processes(with file: String) throws -> String {
    try shell("grep -lasz '^\(directory)/run/[b]abybasics-demo[^/]*\(file)' /proc/[0-9]*/cmdline || true").output
  }
}
