import Foundation
import Testing

@Suite(
  "bbctl watch on a terminal", .enabled(if: Machine.has("setsid"), "setsid is missing: apt-get install util-linux"))
struct WatchTests {
  private static let hidesCursor = "\u{1B}[?25l"
  private static let showsCursor = "\u{1B}[?25h"
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  /// What a terminal answers that knows the second question alone.
  private static let attributes = "\u{1B}[?62;22c"

  private static func background(_ color: String) -> String { "\u{1B}]11;rgb:\(color)\u{1B}\\" + attributes }

  /// Runs `bbctl watch` on a terminal until the page is there.
  private func watching(
    rows: Int = 24, answering: String? = attributes, _ body: (Machine, PseudoTerminal, ChildProcess) throws -> Void
  ) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      machine.environment["TERM"] = "xterm-256color"
      machine.environment["COLORTERM"] = "truecolor"
      let terminal = try PseudoTerminal(rows: rows)
      let watch = try machine.begin(Machine.program("bbctl"), ["watch"], on: terminal)
      defer { watch.end() }
      try terminal.read(until: Self.question)
      if let answering { terminal.type(answering) }
      try terminal.read(until: "Tummy time")
      #expect(!terminal.showsTyping)
      try body(machine, terminal, watch)
    }
  }

  /// Waits until it has ended, and looks whether the terminal is as it was before.
  private func expectGivenBack(
    _ terminal: PseudoTerminal, by watch: ChildProcess, _ status: ChildProcess.ExitStatus
  ) throws {
    #expect(try watch.wait() == status)
    terminal.readRest()
    let lastShown = terminal.output.range(of: Self.showsCursor, options: .backwards)
    let lastHidden = terminal.output.range(of: Self.hidesCursor, options: .backwards)
    #expect(lastHidden != nil && lastShown != nil)
    if let lastShown, let lastHidden { #expect(lastHidden.upperBound <= lastShown.lowerBound) }
    #expect(terminal.showsTyping)
    #expect(terminal.leftOver() == "")
  }

  @Test("q ends it, and restores the terminal", arguments: ["q", "Q", "\u{1B}[Axq"])
  func quit(keys: String) async throws {
    try await watching { _, terminal, watch in
      terminal.type(keys)
      try expectGivenBack(terminal, by: watch, .exited(0))
    }
  }

  @Test(
    "Ctrl-C and the signals that end programs end it as usual, and restore the terminal",
    arguments: [
      SIGINT, SIGTERM, SIGHUP,
    ])
  func signals(number: CInt) async throws {
    try await watching { _, terminal, watch in
      if number == SIGINT { terminal.type("\u{3}") } else { watch.signal(number) }
      try expectGivenBack(terminal, by: watch, .killed(signal: number))
    }
  }

  @Test("when the daemon is killed it reports that first and continues, and q still restores the terminal")
  func crash() async throws {
    try await watching { machine, terminal, watch in
      try machine.kill()
      let page = try terminal.read(until: "Offline")
      #expect(page.contains("Offline"))
      terminal.type("q")
      try expectGivenBack(terminal, by: watch, .exited(0))
    }
  }

  @Test("stopped and continued, it restores the terminal meanwhile and redraws the page")
  func stopped() async throws {
    try await watching { machine, terminal, watch in
      terminal.type("\u{1A}")
      try terminal.read(until: Self.showsCursor)
      try machine.wait(for: "the stop") { try Self.state(of: watch.pid) == "T" }
      #expect(terminal.showsTyping)
      watch.signal(SIGCONT)
      try terminal.read(until: Self.question)
      terminal.type(Self.attributes)
      try terminal.read(until: "Tummy time")
      terminal.type("q")
      try expectGivenBack(terminal, by: watch, .exited(0))
    }
  }

  private static func state(of pid: pid_t) throws -> Substring? {
    try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8).split(separator: ") ").last?.prefix(1)
  }

  /// The colour of "Feed overdue", as Warm Nightlight has it.
  @Test(
    "its colours are the theme's for the terminal's background, and the terminal's own if that is unknown",
    arguments: [
      ("ffff/ffff/ffff", "38;2;168;50;60"), ("fdf6/f6e3/e3d0", "38;2;168;50;60"), ("1e/1e/1e", "38;2;227;132;137"),
      (nil, "31"),
    ] as [(String?, String)])
  func background(color: String?, overdue: String) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "feeding.interval", "60m")
      try machine.bbctl("left", "10m", "3", "h", "ago")
      machine.environment["COLORTERM"] = "truecolor"
      let terminal = try PseudoTerminal()
      let watch = try machine.begin(Machine.program("bbctl"), ["watch"], on: terminal)
      defer { watch.end() }
      try terminal.read(until: Self.question)
      terminal.type(color.map(Self.background) ?? Self.attributes)
      #expect(try terminal.read(until: "\u{1B}[\(overdue)mFeed overdue").contains("Eva"))
      terminal.type("q")
      try expectGivenBack(terminal, by: watch, .exited(0))
    }
  }

  @Test("a late answer is not a key, and no part of it reaches the shell")
  func late() async throws {
    try await watching(answering: nil) { machine, terminal, watch in
      try machine.bbctl("poop")
      try terminal.read(until: "1 dirty")
      terminal.type(Self.background("ffff/ffff/ffff"))
      try terminal.read(until: "\u{1B}[38;2;")
      terminal.type("q")
      try expectGivenBack(terminal, by: watch, .exited(0))
    }
  }

  @Test("an answer after q is waited for, and a missing one not for ever")
  func afterwards() async throws {
    for answer in [Self.background("ffff/ffff/ffff"), nil] {
      try await watching(answering: nil) { _, terminal, watch in
        terminal.type("q" + (answer ?? ""))
        try expectGivenBack(terminal, by: watch, .exited(0))
      }
    }
  }

  @Test("six lines have the name and the running timer, and a larger terminal has all of it again")
  func small() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("sleep", "start", "--at", "64m ago")
      let terminal = try PseudoTerminal(rows: 6)
      let watch = try machine.begin(Machine.program("bbctl"), ["watch"], on: terminal)
      defer { watch.end() }
      try terminal.read(until: Self.question)
      terminal.type(Self.attributes)
      let page = try terminal.read(until: "\u{1B}[J")
      #expect(page.contains("Eva") && page.contains("Sleeping 1h 04m"))
      // Nothing scrolls: there are five line feeds between six lines.
      #expect(page.utf8.count { $0 == UInt8(ascii: "\n") } <= 5)
      #expect(!page.contains("Today"))
      terminal.resize(rows: 24, columns: 80)
      try terminal.read(until: "Today")
      terminal.type("q")
      #expect(try watch.wait() == .exited(0))
    }
  }

  @Test("with --plain nothing moves, and there are no queries")
  func plain() async throws {
    try await Machine.withEva { machine in
      let terminal = try PseudoTerminal()
      let watch = try machine.begin(Machine.program("bbctl"), ["watch", "--plain"], on: terminal)
      defer { watch.end() }
      try terminal.read(until: "Today")
      #expect(!terminal.output.contains("\u{1B}"))
    }
  }
}
