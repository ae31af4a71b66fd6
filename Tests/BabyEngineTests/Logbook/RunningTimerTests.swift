import BabyEngine
import BabyModel
import Testing

@Suite("Running sleep and tummy time")
struct RunningTimerTests {
  @Test("one of each runs at a time; a repeated start starts one", arguments: [TimerKey.sleep, .tummyTime])
  func one(kind: TimerKey) async throws {
    let log = try await Log()
    let id: EntryID = log.machine.ids.next(at: noon)
    let running = try await log.write { try $0.start(kind, at: "10m ago", id: id) }.entry
    #expect(running.isRunning && running.start == noon - .minutes(10))
    #expect(try await log.write { try $0.start(kind, at: "10m ago", id: id) }.entry == running)
    await #expect(throws: BabyError.timerRunning(kind, id, since: running.start, child: "Eva")) {
      try await log.write { try $0.start(kind) }
    }
    let other: TimerKey = kind == .sleep ? .tummyTime : .sleep
    #expect(try await log.write { try $0.start(other) }.entry.isRunning)
  }

  @Test("it is stopped once, with the note given then; an overlapping nap is named")
  func stopping() async throws {
    let log = try await Log()
    let nap = try await log.write { book in
      try book.logEntry(.sleep, time: TimeTexts(from: "12:30", to: "12:45"))
    }
    try await log.write { try $0.start(at: "40m ago") }
    let stopped = try await log.write { try $0.stopTimer(.sleep, child: nil, at: nil, note: "in the pram") }
    #expect(stopped.entry.end == noon && stopped.entry.note == "in the pram" && stopped.overlap == nap.entry)
    #expect(try await log.labels.first == stopped.message)
    await #expect(throws: BabyError.timerNotRunning(.sleep, child: "Eva")) { try await log.write { try $0.stop() } }
  }

  @Test("a forgotten one needs an explicit end")
  func forgotten() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.start() }.entry
    log.machine.pass(.hours(25))
    let error = BabyError.timerForgotten(.sleep, running.id, since: noon, child: "Eva")
    await #expect(throws: error) { try await log.write { try $0.stop() } }
    await #expect(throws: error) { try await log.write { try $0.start() } }
    let ended = try await log.write { try $0.stop(at: "20h ago") }.entry
    #expect(ended.duration == .hours(5))
  }

  @Test("toggling ends a running one or starts one, unless the caller has seen another state")
  func toggling() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.toggleTimer(.sleep, ifRunning: .some(nil)) }.entry
    #expect(running.isRunning)
    await #expect(throws: BabyError.timerChanged(.sleep, running: running.id, child: "Eva")) {
      try await log.write { _ = try $0.toggleTimer(.sleep, ifRunning: .some(nil)) }
    }
    log.machine.pass(.minutes(30))
    let ended = try await log.write { try $0.toggleTimer(.sleep, ifRunning: running.id) }.entry
    #expect(ended.id == running.id && ended.duration == .minutes(30))
    #expect(try await log.write { try $0.toggleTimer(.sleep, ifRunning: nil) }.entry.isRunning)
  }

  @Test("a timer that is to be ended as shown is ended only while it is that one")
  func stopsWhatIsShown() async throws {
    let log = try await Log()
    let shown = try await log.write { try $0.startTimer(.sleep) }.entry
    log.machine.pass(.minutes(1))
    _ = try await log.write { try $0.stopTimer(.sleep, ifRunning: shown.id) }
    await #expect(throws: BabyError.timerChanged(.sleep, running: nil, child: "Eva")) {
      try await log.write { _ = try $0.stopTimer(.sleep, ifRunning: shown.id) }
    }
    let next = try await log.write { try $0.startTimer(.sleep) }.entry
    await #expect(throws: BabyError.timerChanged(.sleep, running: next.id, child: "Eva")) {
      try await log.write { _ = try $0.stopTimer(.sleep, note: "late", ifRunning: shown.id) }
    }
  }

  @Test("a cancelled one was never started, unless that is undone")
  func cancelling() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.start() }.entry
    let cancelled = try await log.write { try $0.cancelTimer(.sleep, child: nil) }
    #expect(try await log.entries == [])
    await #expect(throws: BabyError.timerNotRunning(.sleep, child: "Eva")) {
      try await log.write { _ = try $0.cancelTimer(.sleep, child: nil) }
    }
    #expect(try await log.labels.first == cancelled.message)
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.map(\.id) == [running.id])
  }
}
