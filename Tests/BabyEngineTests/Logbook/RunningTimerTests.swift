import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Running sleep and tummy time")
struct RunningTimerTests {
  @Test("one of each runs at a time; a repeated start starts one", arguments: [TimerKey.sleep, .tummyTime])
  func one(kind: TimerKey) async throws {
    let log = try await Log()
    let id: EntryID = log.machine.ids.next(at: noon)
    let running = try await log.write { try $0.start(kind, at: "10m ago", id: id) }.entry.entry
    #expect(running.isRunning && running.start == noon - .minutes(10))
    #expect(try await log.write { try $0.start(kind, at: "10m ago", id: id) }.entry.entry == running)
    await #expect(throws: BabyError.timerRunning(kind, id, since: running.start, child: "Eva")) {
      try await log.write { try $0.start(kind) }
    }
    let other: TimerKey = kind == .sleep ? .tummyTime : .sleep
    #expect(try await log.write { try $0.start(other) }.entry.entry.isRunning)
  }

  @Test("it is stopped once, with the note given then; an overlapping nap is named")
  func stopping() async throws {
    let log = try await Log()
    let nap = try await log.write { book in
      try book.logEntry(.init(entry: .sleep, time: TimeTexts(from: "12:30", to: "12:45")))
    }
    try await log.write { try $0.start(at: "40m ago") }
    let stopped = try await log.write { try $0.stopTimer(.init(timer: .sleep, note: "in the pram")) }
    #expect(
      stopped.entry.entry.end == noon && stopped.entry.entry.note == "in the pram" && stopped.overlap == nap.entry)
    #expect(try await log.labels.first == stopped.message)
    await #expect(throws: BabyError.timerNotRunning(.sleep, child: "Eva")) { try await log.write { try $0.stop() } }
  }

  @Test("a forgotten one needs an explicit end")
  func forgotten() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.start() }.entry.entry
    log.machine.pass(.hours(25))
    let error = BabyError.timerForgotten(.sleep, running.id, since: noon, child: "Eva")
    await #expect(throws: error) { try await log.write { try $0.stop() } }
    await #expect(throws: error) { try await log.write { try $0.start() } }
    let ended = try await log.write { try $0.stop(at: "20h ago") }.entry.entry
    #expect(ended.duration == .hours(5))
  }

  @Test("toggling ends a running one or starts one, unless the caller has seen another state")
  func toggling() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.toggleTimer(.init(timer: .sleep, ifRunning: .null)) }.entry.entry
    #expect(running.isRunning)
    await #expect(throws: BabyError.timerChanged(.sleep, running: running.id, child: "Eva")) {
      try await log.write { _ = try $0.toggleTimer(.init(timer: .sleep, ifRunning: .null)) }
    }
    log.machine.pass(.minutes(30))
    let ended = try await log.write { try $0.toggleTimer(.init(timer: .sleep, ifRunning: .value(running.id))) }.entry
      .entry
    #expect(ended.id == running.id && ended.duration == .minutes(30))
    #expect(try await log.write { try $0.toggleTimer(.init(timer: .sleep)) }.entry.entry.isRunning)
  }

  @Test("a timer that is to be ended as shown is ended only while it is that one")
  func stopsWhatIsShown() async throws {
    let log = try await Log()
    let shown = try await log.write { try $0.startTimer(.init(timer: .sleep)) }.entry.entry
    log.machine.pass(.minutes(1))
    _ = try await log.write { try $0.stopTimer(.init(timer: .sleep, ifRunning: shown.id)) }
    await #expect(throws: BabyError.timerChanged(.sleep, running: nil, child: "Eva")) {
      try await log.write { _ = try $0.stopTimer(.init(timer: .sleep, ifRunning: shown.id)) }
    }
    let next = try await log.write { try $0.startTimer(.init(timer: .sleep)) }.entry.entry
    await #expect(throws: BabyError.timerChanged(.sleep, running: next.id, child: "Eva")) {
      try await log.write { _ = try $0.stopTimer(.init(timer: .sleep, note: "late", ifRunning: shown.id)) }
    }
  }

  @Test("a cancelled one was never started, unless that is undone")
  func cancelling() async throws {
    let log = try await Log()
    let running = try await log.write { try $0.start() }.entry.entry
    let cancelled = try await log.write { try $0.cancelTimer(.init(timer: .sleep)) }
    #expect(try await log.entries == [])
    await #expect(throws: BabyError.timerNotRunning(.sleep, child: "Eva")) {
      try await log.write { _ = try $0.cancelTimer(.init(timer: .sleep)) }
    }
    #expect(try await log.labels.first == cancelled.message)
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.map(\.id) == [running.id])
  }
}
