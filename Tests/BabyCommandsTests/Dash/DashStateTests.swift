import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol
import Testing

@testable import bbctl_dash

@Suite("bbctl dash: what keys do") struct DashStateTests {
  // MARK: Logging

  @Test(
    "a sheet logs what its fields say, with one call",
    arguments: [
      ("d", "entry.log {\"kind\":\"diaper\",\"type\":\"wet\"}"),
      ("dd", "entry.log {\"kind\":\"diaper\",\"type\":\"dirty\"}"),
      (
        "fb", "entry.log {\"kind\":\"feeding\",\"method\":\"breast\",\"breasts\":\"both\"}"
      ),
      (
        "fbb", "entry.log {\"kind\":\"feeding\",\"method\":\"bottle\",\"amount\":120,\"unit\":\"ml\"}"
      ),
      (
        "fl\t15m",
        "entry.log {\"kind\":\"feeding\",\"method\":\"breast\",\"startedSide\":\"left\",\"breasts\":\"one\",\"for\":\"15m\"}"
      ),
      ("fs", "timer.start {\"kind\":\"feeding\",\"side\":\"right\"}"),
      ("t", "entry.log {\"kind\":\"tummy\",\"for\":\"5m\"}"),
      ("nfirst smile", "entry.log {\"kind\":\"note\",\"category\":\"general\",\"note\":\"first smile\"}"),
    ])
  func logging(keys: String, call: String) throws {
    var dash = try DashPlay(dashboard: Sample.dashboard(isAsleep: false))
    for letter in keys { try dash.press(letter == "\t" ? .tab : .character(letter)) }
    try dash.press(.enter)
    #expect(dash.lastParams == call)
    #expect(dash.writes.count == 1)
    #expect(dash.sheet == nil)
  }

  @Test("a sleep that runs is stopped, at the time that was chosen, and only if it is the one that was shown")
  func stopping() throws {
    var dash = try DashPlay()
    dash.reply = {
      $0.method == "timer.stop" ? .result(Sample.answer(Sample.night, "Sleep ended").json) : SampleDaemon.answer($0)
    }
    try dash.press(.character("s"), .tab, .right, .right, .enter)
    #expect(
      dash.lastParams == "timer.stop {\"kind\":\"sleep\",\"at\":\"15m ago\",\"ifRunning\":\"\(Sample.night.entry.id)\"}"
    )
    #expect(dash.screen.last == "Sleep ended")
  }

  @Test("a time is typed where a moment can be chosen")
  func exactTime() throws {
    var dash = try DashPlay()
    try dash.press(.character("d"), .tab)
    try dash.type("2:30am")
    try dash.press(.enter)
    #expect(dash.lastParams == "entry.log {\"kind\":\"diaper\",\"type\":\"wet\",\"at\":\"2:30am\"}")
  }

  @Test("the daemon's errors stand at their fields, and the sheet stays as it was")
  func refusal() throws {
    var dash = try DashPlay(dashboard: Sample.dashboard(isAsleep: false))
    dash.reply = { request in
      guard request.method == "entry.log" else { return SampleDaemon.answer(request) }
      return request.params["at"] == nil
        ? .error(RPCError(.entryInvalid, "Amount is too much.", fields: [.init("amount", "must be at most 1000")]))
        : .error(RPCError(.timeNotUnderstood, "\"soon\" is not a time."))
    }
    try dash.type("fbb")
    try dash.press(.enter)
    #expect(dash.sheet?["amount"]?.problem == "must be at most 1000")
    #expect(dash.screen.contains { $0.contains("Amount must be at most 1000") })
    try dash.press(.tab, .tab)
    try dash.type("soon")
    try dash.press(.enter)
    #expect(dash.sheet?["at"]?.problem == "\"soon\" is not a time.")
    #expect(dash.sheet?["amount"]?.problem == nil)
    #expect(dash.sheet?["amount"]?.said == "120 ml")
  }

  @Test("a repeat after a lost answer has the same key, and a change another one")
  func repeating() throws {
    var dash = try DashPlay()
    dash.reply = { $0.method == "entry.log" ? .hangUp : SampleDaemon.answer($0) }
    try dash.press(.character("d"), .enter)
    let key = try #require(dash.lastKey)
    #expect(dash.sheet?.problem?.contains("may or may not have been carried out") == true)
    try dash.press(.enter)
    #expect(dash.lastKey == key)
    try dash.press(.right, .enter)
    #expect(dash.lastKey != key)
    #expect(dash.writes.count == 3)
  }

  @Test("what cannot be read is not sent")
  func unreadable() throws {
    var dash = try DashPlay(dashboard: Sample.dashboard(isAsleep: false))
    try dash.type("fbb")
    try dash.press(.tab)
    try dash.type(" plenty")
    try dash.press(.enter)
    #expect(dash.writes.isEmpty)
    #expect(dash.sheet?["amount"]?.problem == "must be a number with its unit: ml, oz")
  }

  @Test("pasted text goes into fields alone: as keys it would log")
  func pasted() throws {
    var dash = try DashPlay()
    for letter in "du" { try dash.take(.pasted(letter)) }
    #expect(dash.sheet == nil && dash.writes.isEmpty)
    try dash.press(.character("n"))
    for letter in "du" { try dash.take(.pasted(letter)) }
    #expect(dash.sheet?["note"]?.said == "du")
  }

  @Test("a note ends only beyond what the daemon accepts, and a search sooner")
  func longText() throws {
    var dash = try DashPlay()
    try dash.press(.character("n"))
    for _ in 0...TextLimits.note.characters { try dash.take(.pasted("x")) }
    #expect(dash.sheet?["note"]?.said?.count == TextLimits.note.characters + 1)
    try dash.press(.escape)
    try dash.type("/")
    for _ in 0..<5000 { try dash.take(.pasted("x")) }
    let typed: String? = if case .search(let text) = dash.state.mode { text } else { nil }
    #expect(typed?.utf8.count == TextLimits.field.bytes)
  }

  // MARK: The timeline

  @Test("the arrows choose an entry, and e changes what is different of it")
  func editing() throws {
    var dash = try DashPlay()
    try dash.press(.down, .down, .down)
    #expect(dash.state.selected?.entry.id == Sample.leftBreast.entry.id)
    #expect(dash.screen.contains { $0.hasPrefix("▸ 8:09–8:24 PM") })
    try dash.press(.character("e"))
    #expect(dash.sheet?["from"]?.said == "8:09 PM")
    while dash.sheet.map({ $0.fields[$0.focus].name }) != "to" { try dash.press(.tab) }
    for _ in "8:24 PM" { try dash.press(.backspace) }
    try dash.type("8:34pm")
    try dash.press(.enter)
    #expect(dash.lastParams == "entry.update {\"id\":\"\(Sample.leftBreast.entry.id)\",\"to\":\"8:34pm\"}")
    #expect(dash.screen.last == "Updated left breast")
  }

  @Test("an entry is deleted after a question, and only by y", arguments: ["y", "n", "q"])
  func deleting(answer: Character) throws {
    var dash = try DashPlay()
    try dash.press(.down, .character("x"))
    #expect(dash.screen.last?.hasPrefix("Delete this? Wet diaper") == true)
    try dash.press(.character(answer))
    #expect(dash.writes.map(\.method) == (answer == "y" ? ["entry.delete"] : []))
    #expect(dash.effects.isEmpty)
  }

  @Test("u undoes what a dry run has shown, after a question if later changes stay")
  func undoing() throws {
    var dash = try DashPlay()
    try dash.press(.character("u"))
    #expect(dash.lastParams == "undo {\"id\":\"step.17\"}")
    #expect(dash.screen.last == "Undid: Logged left breast · 15 min")

    var later = try DashPlay()
    later.reply = { request in
      guard request.method == "undo", request.params["dryRun"] == true else { return SampleDaemon.answer(request) }
      return .result(
        Undo.Answer(
          message: "", label: "Logged left breast", children: [Sample.child], entries: [], count: 1, step: "step.9",
          later: "Logged bottle", timeFormat: .twelveHour, seq: 44, isDryRun: true
        ).json)
    }
    try later.press(.character("u"))
    #expect(later.writes.isEmpty)
    #expect(later.screen.last == "Undo Logged left breast? What you did since stays: Logged bottle. [y/N]")
    try later.press(.character("y"))
    #expect(later.lastParams == "undo {\"id\":\"step.9\"}")
  }

  @Test("a search shows what it finds until Esc, and the left arrow the day before")
  func searching() throws {
    var dash = try DashPlay()
    try dash.type("/ben")
    try dash.press(.enter)
    #expect(dash.screen.contains("Search: ben · the latest 2"))
    try dash.press(.escape)
    #expect(dash.screen.contains("Today"))
    try dash.press(.left)
    #expect(dash.state.daysBack == 1)
    #expect(dash.screen.contains { $0.hasPrefix("Yesterday") })
    try dash.press(.right, .right)
    #expect(dash.state.daysBack == 0)
  }

  // MARK: What happens elsewhere

  @Test("c follows the next child, and its day is shown from the first answer on")
  func switching() throws {
    var dash = try DashPlay()
    try dash.press(.left, .character("c"))
    #expect(dash.effects == [.follow(Sample.identifier(0xe0b))])
    var other = Sample.dashboard()
    other.child = ChildReference(id: Sample.identifier(0xe0b), name: "Max")
    try dash.take(.event(.snapshot(DashPlay.snapshot(other))))
    #expect(dash.screen[0].hasPrefix("Max"))
    #expect(dash.state.daysBack == 0)
  }

  @Test("while the daemon is away it says so and keeps what it knows; without anything known it says what helps")
  func away() throws {
    var dash = try DashPlay()
    try dash.take(.event(.lost(.disconnected)))
    #expect(dash.screen.contains(Words.offlineWithData))
    #expect(dash.screen[0].hasPrefix("Eva"))
    var new = DashState(columns: 79, rows: 24, run: "test")
    _ = new.take(.event(.lost(.notRunning(socket: "/run/daemon.sock"))), at: Sample.now)
    let lines = DashView(new, now: Sample.now).screen().lines.map { $0.map(\.text).joined() }
    #expect(lines[0] == "The daemon is not running: nothing is listening on /run/daemon.sock.")
    #expect(lines[1].hasPrefix("  Try: systemctl --user start babybasicsd"))
    #expect(new.nextTurn(after: Sample.now) == nil)
  }

  @Test("news while answers are on their way are asked for once they have come")
  func bursts() throws {
    var dash = try DashPlay()
    let news = DashInput.event(.snapshot(DashPlay.snapshot(Sample.dashboard())))
    let first = dash.state.take(news, at: Sample.now)
    #expect(first.count == 2)
    for _ in 0..<10 { #expect(dash.state.take(news, at: Sample.now) == []) }
    var next: [DashEffect] = []
    for case .call(let call) in first {
      next += dash.state.take(.answered(call.purpose, .failure(.disconnected)), at: Sample.now)
    }
    #expect(next.count == 2)
  }

  @Test("it wakes up once in a minute, when that of the running sleep is full")
  func minutes() throws {
    let dash = try DashPlay()
    let turn = try #require(dash.state.nextTurn(after: Sample.now))
    #expect(turn > Sample.now && turn <= Sample.now + .minutes(1))
    #expect((turn.milliseconds - Sample.night.entry.start.milliseconds) % 60_000 == 0)
  }

  @Test("q ends it, but is a letter in a sheet")
  func quitting() throws {
    var dash = try DashPlay()
    try dash.type("nq")
    #expect(dash.effects.isEmpty)
    #expect(dash.sheet?["note"]?.said == "q")
    try dash.press(.escape, .character("q"))
    #expect(dash.effects == [.quit])
  }
}
