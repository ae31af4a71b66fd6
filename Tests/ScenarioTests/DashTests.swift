import Foundation
import TestSupport
import Testing

@Suite("bbctl dash in tmux", .enabled(if: Machine.has("tmux"), "tmux is not installed"))
struct DashTests {
  @Test("a bottle logged by keys, another one from elsewhere, a resize, a suspension, and the end")
  func day() async throws {
    try await Machine.withEva { machine in
      let screen = try TmuxScreen(machine, columns: 100, rows: 30)
      defer { screen.end() }
      try screen.type("bbctl dash", "Enter")
      try screen.shows("nothing yet", "No events yet today")

      try screen.type("f")
      try screen.shows("the sheet", "Feed · Eva")
      try screen.type("b", "b", "Tab", "BSpace", "BSpace", "BSpace", "BSpace", "BSpace", "BSpace", "90ml")
      try screen.shows("the amount", "90ml")
      try screen.type("Enter")
      try screen.shows("the bottle", "Logged bottle · 90 ml")
      #expect(try machine.bbctl("today").output.contains("Bottle · 90 ml"))

      try machine.bbctl("diaper", "dirty")
      try screen.shows("what was logged elsewhere", "Dirty diaper")

      try screen.resize(columns: 44, rows: 16)
      try screen.shows("the small screen") { $0.contains("Dirty diaper") && $0.contains("Eva") }
      try screen.resize(columns: 180, rows: 45)
      try screen.shows("the large one") { lines in
        lines.split(separator: "\n").contains {
          $0.contains("▌ Feed") && $0.contains("▌ Diaper") && $0.contains("Today")
        }
      }

      try screen.type("C-z")
      try screen.shows("the shell") { $0.contains("Stopped") && !$0.contains("▌ Feed") }
      try screen.type("fg", "Enter")
      try screen.shows("the screen again", "▌ Feed")

      try screen.type("u")
      try screen.shows("what was undone", "Undid: ")
      try screen.type("q")
      try screen.shows("the shell") { !$0.contains("▌ Feed") }
      try screen.type("stty -a | grep -o \" echo \" && echo status-$?", "Enter")
      try screen.shows("what is typed, and how it ended") { $0.contains("stty -a") && $0.contains("status-0") }
    }
  }

  @Test("without a daemon it says so and waits, and when that dies what it knew stays; a signal ends it all the same")
  func daemon() async throws {
    try await Machine.run { machine in
      let screen = try TmuxScreen(machine, columns: 80, rows: 24)
      defer { screen.end() }
      try screen.type("bbctl dash", "Enter")
      try screen.shows("that there is none", "The daemon is not running")
      try machine.start()
      try screen.shows("that there is no child", "No child has been added yet")
      try machine.addEva(zone: "America/Los_Angeles")
      try screen.shows("the child", "Eva")
      try machine.kill()
      try screen.shows("that it is gone", "Offline")
      try screen.type("d", "Enter")
      try screen.shows("the reason at the sheet", "Diaper · Eva")
      try machine.start()
      try screen.shows("that it is back") { !$0.contains("Offline") }
      try screen.type("Enter")
      try screen.shows("the diaper", "Logged wet diaper")
      try screen.type("C-c")
      try screen.shows("the shell") { !$0.contains("▌ Feed") }
      try screen.type("echo end-$?", "Enter")
      try screen.shows("how it ended", "end-130")
    }
  }

  @Test("it ends with its terminal")
  func hangUp() async throws {
    try await Machine.withEva { machine in
      let terminal = try PseudoTerminal()
      let dash = try machine.begin(Machine.program("bbctl"), ["dash"], on: terminal)
      try terminal.read(until: "Eva")
      dash.signal(SIGHUP)
      #expect(try dash.wait() == .killed(signal: SIGHUP))
      terminal.readRest()
      #expect(terminal.output.contains("\u{1B}[?1049l"))
      #expect(terminal.showsTyping)
    }
  }

  @Test("without a terminal it says what to run, and an unknown child ends it with the reason")
  func refused() async throws {
    try await Machine.withEva { machine in
      for run in [try machine.bbctl("dash"), try machine.run(Machine.program("bbctl-dash"), [])] {
        #expect(run.status == 2)
        #expect(run.errors.contains("bbctl status"))
      }
      let terminal = try PseudoTerminal()
      let dash = try machine.begin(Machine.program("bbctl"), ["dash", "--child", "Mia"], on: terminal)
      try terminal.read(until: "\u{1B}[?1049l")
      try terminal.read(until: "There is no child \"Mia\".")
      #expect(try dash.wait() == .exited(2))
      #expect(terminal.showsTyping)
    }
  }

  @Test("it works in the demo")
  func demo() async throws {
    try await Machine.run { machine in
      let screen = try TmuxScreen(machine, columns: 100, rows: 30)
      defer { screen.end() }
      try screen.type("bbctl --demo dash; echo end-$?", "Enter")
      try screen.shows("the day", "▌ Feed")
      try screen.type("q")
      try screen.shows("the end", "end-0")
    }
  }
}

/// A shell in a terminal of tmux: keys are typed into it, and what is on it is read.
private final class TmuxScreen {
  private let machine: Machine
  private let server: ChildProcess

  init(_ machine: Machine, columns: Int, rows: Int) throws {
    self.machine = machine
    machine.environment.merge([
      "TMUX_TMPDIR": machine.directory, "LANG": "C.UTF-8", "SHELL": "/bin/sh", "ENV": "", "PS1": "$ ",
    ]) { $1 }
    server = try machine.begin("tmux", ["-L", "dash", "-f", "/dev/null", "-D"], output: "tmux.out", errors: "tmux.err")
    try machine.wait(for: "tmux") {
      try machine.shell("tmux -N -L dash new -d -x \(columns) -y \(rows) sh").status == 0
    }
    try shows("a prompt") { $0.contains("$") || $0.contains("#") }
  }

  func end() { server.end() }

  /// Types words and presses keys, by tmux's names.
  func type(_ keys: String...) throws {
    let words = keys.map { "'\($0)'" }.joined(separator: " ")
    let run = try machine.shell("tmux -N -L dash send-keys \(words)")
    guard run.status == 0 else { throw ScenarioFailure("tmux: \(run.errors)") }
  }

  func resize(columns: Int, rows: Int) throws {
    let run = try machine.shell("tmux -N -L dash resize-window -x \(columns) -y \(rows)")
    guard run.status == 0 else { throw ScenarioFailure("tmux: \(run.errors)") }
  }

  func shows(_ what: String, _ text: String) throws { try shows(what) { $0.contains(text) } }

  /// Waits until the screen looks as it should.
  func shows(_ what: String, where looksSo: (String) -> Bool) throws {
    var shown = ""
    do {
      try machine.wait(for: what) {
        shown = try machine.shell("tmux -N -L dash capture-pane -p").output
        return looksSo(shown)
      }
    } catch { throw ScenarioFailure("\(what) did not come; the screen:\n\(shown)") }
  }
}
