import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("General options and usage errors")
struct UsageTests {
  @Test(
    "options of every command may precede the command, or be between its words",
    arguments: [
      ("--json status", "status --json"),
      ("--plain --json sleep start --at now", "sleep start --plain --json --at now"),
      ("sleep --json start", "sleep start --json"), ("--timeout 3 today", "today --timeout 3"),
      ("--timeout=3 child add Eva", "child add --timeout=3 Eva"), ("-H host sleep", "sleep -H host"),
      ("--json remind --exec echo --json", "remind --json --exec echo --json"),
      ("--json help sleep", "help --json sleep"),
      ("status --child --json", "status --child --json"), ("--json", "--json"), ("", ""),
      ("--json hlep me", "hlep --json me"), ("--socket", "--socket"), ("note -- --json", "note -- --json"),
    ])
  func leading(line: String, moved: String) {
    #expect(GlobalOptions.movedBehindCommand(words(line)) == words(moved))
  }

  @Test("they have the same effect there as after it")
  func leadingRuns() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    for line in ["status", "sleep start --at now", "child list", "sleep"] {
      let (before, after) = ("--json " + line, line + " --json")
      #expect(Run(words(before), socket: daemon.socket).output == Run(words(after), socket: daemon.socket).output)
    }
    #expect(
      Run(["--socket", daemon.socket, "--plain", "status"]).output
        == Run(["status", "--plain"], socket: daemon.socket).output)
  }

  @Test(
    "with --json a usage error is one line of JSON on standard error",
    arguments: [
      ("feed bottle plenty --json", "bbctl feed --help"), ("--json feed botle", "bbctl feed --help"),
      ("sleep log --json", "bbctl sleep log --help"), ("edit --json", "bbctl edit --help"),
      ("slep --json", "bbctl sleep"), ("status --chld Eva --json", "bbctl status --help"),
      ("call undo []", "bbctl call --help"), ("call dashboard.get '{'", "bbctl call --help"),
      ("sleep strat --json", "bbctl sleep start"),
      ("remind --exec --json", ""), ("undo --list f7796b --json", "bbctl undo --help"),
    ])
  func json(line: String, hint: String) throws {
    let run = Run(words(line))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    if hint.isEmpty { return #expect(!run.errors.hasPrefix("{")) }
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    let error = try RPCError(json: JSON(parsing: run.errors.dropLast().utf8))
    #expect(error.code.name == "client.usage" || error.code.name == "client.refused")
    #expect(error.hint == hint)
    #expect(!error.message.contains("Usage:") && !error.message.hasPrefix("Error"))
  }

  @Test("a note may come from standard input; an empty or endless one is refused")
  func note() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    #expect(
      Run(words("note -"), socket: daemon.socket, input: ["first smile", "", "at Grandma's", ""]).status == .success)
    #expect(daemon.calls.last?.params["note"] == "first smile\n\nat Grandma's")
    let count = daemon.calls.count
    for input in [[], ["", "  "], [String(repeating: "x", count: 300_000)]] {
      let run = Run(words("note - --category health"), socket: daemon.socket, input: input)
      #expect(run.status == .invalid)
      #expect(run.errors.contains("note"))
    }
    #expect(Run(["note", " "], socket: daemon.socket).status == .invalid)
    #expect(daemon.calls.count == count)
    // Among other words it is a word.
    _ = Run(words("note a - b"), socket: daemon.socket)
    #expect(daemon.calls.last?.params["note"] == "a - b")
  }

  @Test(
    "a repeated press is reported as such, and exits with 3",
    arguments: ["sleep toggle", "delete a1b2c3 --yes"])
  func repeated(line: String) throws {
    var answer = Sample.answer(Sample.night, "Sleep started")
    answer.isRepeated = true
    let json = answer.json
    let daemon = try FakeDaemon { _ in .result(json) }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .state)
    #expect(run.output.hasPrefix("Already done"))
    #expect(run.output.contains("Sleep started"))
    let scripted = Run(words(line + " --json"), socket: daemon.socket)
    #expect(scripted.status == .state)
    #expect(scripted.output.contains(#""repeated":true"#))
  }
}

@Suite("Confirmation of undo")
struct UndoCommandTests {
  /// A daemon whose last change is another one than undo would take back.
  private func daemon(later: String?) throws -> FakeDaemon {
    try FakeDaemon { request in
      let answer = Undo.Answer(
        message: "Undid: Logged left breast", label: "Logged left breast", children: [Sample.child], entries: [],
        count: 1, step: "step.17",
        later: later, timeFormat: .twelveHour, seq: 44, isDryRun: request.params["dryRun"] == true)
      return .result(answer.json)
    }
  }

  @Test("asks a person if it is not their last action, and undoes what was shown")
  func asks() throws {
    let daemon = try daemon(later: "Logged bottle")
    defer { daemon.stop() }
    let refused = Run(["undo"], socket: daemon.socket, typed: ["n"])
    #expect(refused.status == .failed)
    #expect(refused.errors.contains("Undo Logged left breast · Eva? What you did since stays: Logged bottle. [y/N]"))
    #expect(daemon.calls.map { $0.params["dryRun"] == true } == [true])
    let run = Run(["undo"], socket: daemon.socket, typed: ["y"])
    #expect(run.status == .success)
    #expect(run.output.contains("Undid: Logged left breast · Eva"))
    #expect(run.output.contains("Not your last change. What you did since stays: Logged bottle"))
    #expect(daemon.calls.last?.params["id"] == "step.17")
  }

  @Test("does not ask about the last change, and without a terminal the answer lists what stays")
  func asksNot() throws {
    let last = try daemon(later: nil)
    defer { last.stop() }
    #expect(Run(["undo"], socket: last.socket, typed: []).status == .success)
    #expect(last.calls.last?.params["id"] == nil)
    let other = try daemon(later: "Logged bottle")
    defer { other.stop() }
    let run = Run(["undo", "f7796b"], socket: other.socket)
    #expect(run.status == .success)
    #expect(run.output.contains("What you did since stays: Logged bottle"))
    #expect(other.calls.map { $0.params["id"] } == ["f7796b"])
    #expect(Run(["undo", "--dry-run"], socket: other.socket, typed: []).output.contains("dry run"))
    #expect(Run(["undo", "--yes"], socket: other.socket, typed: []).status == .success)
  }
}
