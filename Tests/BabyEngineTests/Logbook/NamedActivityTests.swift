import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Running activities with names")
struct NamedActivityTests {
  private func key(_ name: String) -> TimerKey { TimerKey(.declared(.activity), name: name) }

  @Test("one of each name runs, whatever its case; another name runs beside it")
  func oneOfEach() async throws {
    let log = try await Log()
    let (bath, walk, music) = (key("bath"), key("walk"), key("BATH"))
    let running = try await log.write { try $0.start(bath, at: "10m ago") }.entry.entry
    #expect(running.isRunning && running.content.name == "bath")
    #expect(try await log.write { try $0.start(walk) }.entry.entry.isRunning)
    await #expect(throws: BabyError.timerRunning(bath, running.id, since: running.start, child: "Eva")) {
      try await log.write { try $0.start(music) }
    }
    let stopped = try await log.write { try $0.stop(music) }
    #expect(stopped.entry.entry.id == running.id && stopped.entry.entry.duration == .minutes(10))
    #expect(stopped.message == "Bath ended · 10 min")
    await #expect(throws: BabyError.timerNotRunning(bath, child: "Eva", others: [walk])) {
      try await log.write { try $0.stop(bath) }
    }
    let facts = try await log.read { try $0.dashboard(of: nil).answer.runningActivities?.map(\.entry.content.name) }
    #expect(facts == ["walk"])
  }

  @Test("a cancelled one was never started, unless that is undone; ending one can be undone, too")
  func undone() async throws {
    let log = try await Log()
    let bath = key("bath")
    let running = try await log.write { try $0.start(bath) }.entry.entry
    #expect(try await log.write { try $0.cancelTimer(.init(timer: bath)) }.message == "Bath cancelled")
    #expect(try await log.entries == [])
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.map(\.id) == [running.id])
    log.machine.pass(.minutes(5))
    try await log.write { try $0.stop(bath) }
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.first?.isRunning == true)
    // One that was deleted comes back only where none runs.
    try await log.write { _ = try $0.delete("\(running.id)") }
    let second = try await log.write { try $0.start(bath) }.entry.entry
    await #expect(throws: BabyError.timerRunning(bath, second.id, since: second.start, child: "Eva")) {
      try await log.write { _ = try $0.restore("\(running.id)") }
    }
  }

  @Test("a bath without a duration was at one moment, and an edit can add its duration")
  func moment() async throws {
    let log = try await Log()
    let bath = try await log.write { try $0.logPhrase(.init(text: "bath 10 min ago")) }.entry.entry
    #expect(!bath.isRunning && bath.end == nil && bath.start == noon - .minutes(10))
    let edited = try await log.write { try $0.update(.init(id: "\(bath.id)", time: TimeTexts(for: "8m"))) }.entry.entry
    #expect(edited.duration == .minutes(8) && !edited.endUnknown)
    let walk = try await log.write { try $0.logPhrase(.init(text: "walk 45 min at 11:00")) }
    #expect(walk.entry.entry.duration == .minutes(45) && walk.message == "Logged walk · 45 min")
  }

  @Test("a used name is understood the next time; an unused one has to be quoted")
  func names() async throws {
    let log = try await Log()
    await #expect(throws: BabyError.phraseRefused("start music class", .unknown("music"))) {
      try await log.write { _ = try $0.logPhrase(.init(text: "start music class")) }
    }
    let started = try await log.write { try $0.logPhrase(.init(text: "start \"music class\"")) }
    #expect(started.message == "Music class started")
    let stopped = try await log.write { try $0.logPhrase(.init(text: "stop music class")) }
    #expect(stopped.entry.entry.id == started.entry.entry.id && !stopped.entry.entry.isRunning)
    #expect(try await log.read { try $0.page(kinds: [.declared(.activity)], search: "music") }.entries.count == 1)
  }

  @Test("a name means the activity that people also call so, unless one is running under that very name")
  func otherNames() async throws {
    let log = try await Log()
    let bath = try await log.write { try $0.start(key("bath time")) }.entry.entry
    #expect(bath.content.name == "bath")
    let renamed = EntryUpdate.Params(id: "\(bath.id)", fields: FieldInputs([.init("name", .word("bathtime"))]))
    try await log.write { _ = try $0.update(renamed) }
    #expect(try await log.write { try $0.stop(key("bathtime")) }.entry.entry.id == bath.id)
  }

  @Test("a phrase ends an activity that runs under a name that phrases know by another")
  func otherNamesInPhrases() async throws {
    let log = try await Log()
    let bath = try await log.write { try $0.start(key("bath")) }.entry.entry
    let renamed = EntryUpdate.Params(id: "\(bath.id)", fields: FieldInputs([.init("name", .word("bathtime"))]))
    try await log.write { _ = try $0.update(renamed) }
    #expect(try await log.write { try $0.logPhrase(.init(text: "stop bathtime")) }.entry.entry.id == bath.id)
  }

  @Test("an activity cannot have the name of another kind")
  func kindNames() async throws {
    let log = try await Log()
    for (name, kind) in [("Tummy time", "tummy"), ("sleep", "sleep"), ("feed", "feeding")] {
      let error = FieldError("name", "does not name an activity: it is of the kind \"\(kind)\"")
      await #expect(throws: BabyError.entryInvalid([error])) { try await log.write { try $0.start(key(name)) } }
      let input = EntryInput(.declared(.activity), FieldInputs([.init("name", .word(name))]))
      await #expect(throws: BabyError.entryInvalid([error])) {
        try await log.write { _ = try $0.logEntry(.init(entry: input, time: TimeTexts(for: "20m"))) }
      }
    }
    #expect(try await log.entries == [])
    let bath = try await log.write { try $0.start(key("bath")) }.entry.entry
    let renamed = EntryUpdate.Params(id: "\(bath.id)", fields: FieldInputs([.init("name", .word("sleep"))]))
    let error = FieldError("name", "does not name an activity: it is of the kind \"sleep\"")
    await #expect(throws: BabyError.entryInvalid([error])) {
      try await log.write { _ = try $0.update(renamed) }
    }
  }

  @Test("an error repeats only an excerpt of a long name")
  func longNames() {
    let walk = key("walk")
    let long = key(String(repeating: "z", count: 100_000))
    let padded = key("walk" + String(repeating: "\n", count: 100_000))
    for error in [
      BabyError.timerNotRunning(long, child: "Eva"), .timerNotRunning(long, child: "Eva", others: [walk]),
      .timerChanged(long, running: nil, child: "Eva"),
      .timerForgotten(padded, EntryID(high: 1, low: 1), since: noon, child: "Eva"),
      .timerAhead(padded, EntryID(high: 1, low: 1), since: noon, child: "Eva"),
    ] {
      #expect(RPCError(error).message.utf8.count < 300)
    }
  }

  @Test("one is toggled as sleeps and feeds are")
  func toggling() async throws {
    let log = try await Log()
    let bath = key("bath")
    let running = try await log.write { try $0.toggleTimer(.init(timer: bath, ifRunning: .null)) }.entry.entry
    #expect(running.isRunning && running.content.name == "bath")
    await #expect(throws: BabyError.timerChanged(bath, running: running.id, child: "Eva")) {
      try await log.write { _ = try $0.toggleTimer(.init(timer: bath, ifRunning: .null)) }
    }
    log.machine.pass(.minutes(8))
    #expect(
      try await log.write { try $0.toggleTimer(.init(timer: bath, ifRunning: .value(running.id))) }.entry.entry.duration
        == .minutes(8))
  }

  @Test("tummy time and sleep can be started by name like the others")
  func others() async throws {
    let log = try await Log()
    #expect(try await log.write { try $0.start(TimerKey(named: "Tummy time")) }.entry.entry.kind == .tummyTime)
    #expect(try await log.write { try $0.start(TimerKey(named: "sleep")) }.entry.entry.kind == .sleep)
    #expect(try await log.write { try $0.start(TimerKey(named: "feed")) }.entry.entry.kind == .feeding)
  }

  @Test("stop alone ends the running timer, and asks which if there are several")
  func stopAlone() async throws {
    let log = try await Log()
    let bath = try await log.write { try $0.start(TimerKey(named: "bath")) }.entry.entry
    try await log.write { _ = try $0.start(TimerKey(named: "sleep")) }
    await #expect(throws: BabyError.phraseUnclear("stop", choices: ["stop sleep", "stop bath"])) {
      try await log.write { _ = try $0.logPhrase(.init(text: "stop")) }
    }
    try await log.write { _ = try $0.logPhrase(.init(text: "stop sleep")) }
    #expect(try await log.write { try $0.logPhrase(.init(text: "stop")) }.entry.entry.id == bath.id)
    await #expect(throws: BabyError.phraseUnclear("stop", choices: ["sleep stop", "feed stop", "tummy stop"])) {
      try await log.write { _ = try $0.logPhrase(.init(text: "stop")) }
    }
  }

  @Test("their number is limited")
  func limit() async throws {
    let log = try await Log()
    for number in 1...KindDeclaration.mostRunningActivities {
      let timer = key("play \(number)")
      try await log.write { try $0.start(timer) }
    }
    let one = key("one more")
    await #expect(throws: BabyError.self) { try await log.write { try $0.start(one) } }
    let first = key("play 1")
    log.machine.pass(.minutes(1))
    try await log.write { try $0.stop(first) }
    #expect(try await log.write { try $0.start(one) }.entry.entry.isRunning)
  }
}
