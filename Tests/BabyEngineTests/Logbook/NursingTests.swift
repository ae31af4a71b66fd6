import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("A running feed")
struct NursingTests {
  private func feeding(_ outcome: EntryAnswer) throws -> Feeding {
    guard case .feeding(let feeding) = outcome.entry.entry.content else { throw BabyError.noChild }
    return feeding
  }

  @Test("starts on the next side, is switched, paused, resumed and stopped; each step can be undone")
  func steps() async throws {
    let log = try await Log()
    try await log.write { try $0.feed(.feeding(method: .breast, startedSide: .left), at: "3h ago") }
    let started = try await log.write { try $0.startTimer(.init(timer: .feeding)) }
    #expect(try feeding(started).startedSide == .right)
    #expect(started.message == "Feed started · right breast")
    log.machine.pass(.minutes(12))
    let switched = try await log.write { try $0.take(.switchSides(), child: nil, at: nil) }
    #expect(switched.message == "Switched to the left breast · right 12 min")
    log.machine.pass(.minutes(4))
    let paused = try await log.write { try $0.take(.pause, child: nil, at: nil) }
    #expect(paused.message == "Feed paused · left 4 min · right 12 min")
    log.machine.pass(.minutes(10))
    let resumed = try await log.write { try $0.startTimer(.init(timer: .feeding)) }
    #expect(resumed.message == "Feed resumed · left breast" && resumed.entry.entry.id == started.entry.entry.id)
    log.machine.pass(.minutes(2))
    let ended = try await log.write { try $0.stop(.feeding) }
    #expect(ended.message == "Feed ended · right 12 min · left 6 min")
    #expect(ended.entry.entry.duration == .minutes(28))
    let messages = [ended, resumed, paused, switched, started].map(\.message)
    #expect(try await log.labels.prefix(5) == messages[...])

    for before in [resumed, paused, switched, started] {
      _ = try await log.write { try $0.undo() }
      let entry = try await log.read { try $0.entry("\(started.entry.entry.id)") }
      #expect(entry.content == before.entry.entry.content && entry.isRunning)
    }
    _ = try await log.write { try $0.undo() }
    #expect(try await log.read { try $0.dashboard(of: nil).answer.runningFeeding } == nil)
    _ = try await log.write { try $0.redo() }
    #expect(try await log.read { try $0.dashboard(of: nil).answer.runningFeeding?.entry.id } == started.entry.entry.id)
  }

  @Test("that is paused and started again keeps its id, and its note unless another is given")
  func resumedWithNote() async throws {
    let log = try await Log()
    let feed = try await log.write {
      try $0.startTimer(.init(timer: .feeding, side: .init(.left), at: "20m ago", note: "sleepy"))
    }.entry.entry
    for (note, kept) in [(nil, "sleepy"), ("hungry again", "hungry again")] as [(String?, String)] {
      _ = try await log.write { try $0.take(.pause, child: nil, at: nil) }
      log.machine.pass(.minutes(2))
      let id: EntryID = log.machine.ids.next(at: log.machine.now)
      let resumed = try await log.write { try $0.startTimer(.init(timer: .feeding, note: note, id: id)) }
      #expect(
        resumed.entry.entry.id == feed.id && resumed.entry.entry.note == kept
          && resumed.entry.entry.turn?.isPaused == false)
      log.machine.pass(.minutes(2))
    }
    _ = try await log.write { try $0.undo() }
    #expect(try await log.entries.map(\.note) == ["sleepy"])
  }

  @Test("that begins in the future can be neither stopped nor changed, whatever time is given")
  func ahead() async throws {
    let log = try await Log()
    log.machine.pass(.hours(2))
    let feed = try await log.write { try $0.startTimer(.init(timer: .feeding, side: .init(.left))) }.entry.entry
    log.machine.now = noon
    let refusal = BabyError.timerAhead(.feeding, feed.id, since: feed.start, child: "Eva")
    for at in [nil, "1 min ago"] {
      await #expect(throws: refusal) {
        try await log.write { _ = try $0.stopTimer(.init(timer: .feeding, at: at)) }
      }
      for step in [NursingStep.switchSides(), .pause] {
        await #expect(throws: refusal) {
          try await log.write { _ = try $0.take(step, child: nil, at: at) }
        }
      }
    }
  }

  @Test("is the only one, beside a sleep; a repeated start starts one")
  func one() async throws {
    let log = try await Log()
    let id: EntryID = log.machine.ids.next(at: noon)
    let feed = try await log.write {
      try $0.startTimer(.init(timer: .feeding, side: .init(.left), at: "5 min ago", id: id))
    }.entry.entry
    #expect(feed.start == noon - .minutes(5) && feed.turn?.since == feed.start)
    #expect(
      try await log.write { try $0.startTimer(.init(timer: .feeding, side: .init(.left), at: "5 min ago", id: id)) }
        .entry.entry == feed)
    await #expect(throws: BabyError.timerRunning(.feeding, id, since: feed.start, child: "Eva")) {
      try await log.write { _ = try $0.startTimer(.init(timer: .feeding, side: .init(.right))) }
    }
    #expect(try await log.write { try $0.start(.sleep) }.entry.entry.isRunning)
    // A feed that is logged at once is not running, though it has no end.
    try await log.write { try $0.feed(.feeding(method: .breast, startedSide: .right)) }
    let dashboard = try await log.read { try $0.dashboard(of: nil).answer }
    #expect(dashboard.runningFeeding?.entry == feed && dashboard.runningSleep != nil)
    #expect(dashboard.lastFeeding?.entry.isRunning == false)
  }

  @Test("toggling ends a running one or starts one, unless the caller has seen another state")
  func toggling() async throws {
    let log = try await Log()
    let feed = try await log.write {
      try $0.toggleTimer(.init(timer: .feeding, side: .init(.right), ifRunning: .null))
    }.entry.entry
    #expect(feed.turn?.side == .right)
    await #expect(throws: BabyError.timerChanged(.feeding, running: feed.id, child: "Eva")) {
      try await log.write { _ = try $0.toggleTimer(.init(timer: .feeding, ifRunning: .null)) }
    }
    log.machine.pass(.minutes(9))
    let ended = try await log.write { try $0.toggleTimer(.init(timer: .feeding, ifRunning: .value(feed.id))) }
    #expect(ended.entry.entry.id == feed.id && ended.entry.entry.duration == .minutes(9))
  }

  @Test("minutes per side that are logged at once stay with the feed, and are changed with it")
  func atOnce() async throws {
    let log = try await Log()
    let said = try await log.write { try $0.logPhrase(.init(text: "left 10m right 5m")) }
    #expect(try feeding(said).left == .minutes(10) && feeding(said).right == .minutes(5))
    #expect(said.entry.entry.duration == .minutes(15) && said.entry.entry.end == noon)
    let input = EntryInput.feeding(leftSeconds: 180)
    let fed = try await log.write { try $0.feed(input, at: "1h ago") }
    #expect(try feeding(fed).startedSide == .left && feeding(fed).breasts == .one)
    #expect(fed.entry.entry.duration == .minutes(3) && fed.entry.entry.start == noon - .hours(1))
    let id = "\(fed.entry.entry.id)"
    let changed = try await log.write {
      try $0.update(.init(id: id, rightSeconds: .value(360), time: TimeTexts(for: "9m")))
    }
    #expect(try feeding(changed).breasts == .both && changed.entry.entry.duration == .minutes(9))
    await #expect(throws: BabyError.self) {
      try await log.write {
        _ = try $0.update(.init(id: id, leftSeconds: .value(1800), time: TimeTexts(for: "9m")))
      }
    }
    let today = try await log.read { try $0.dashboard(of: nil).answer.today }
    #expect(today.leftSeconds == 13 * 60 && today.rightSeconds == 11 * 60)
  }

  @Test("an edited start is also that of its first turn, and an edited end ends it")
  func editing() async throws {
    let log = try await Log()
    let feed = try await log.write { try $0.startTimer(.init(timer: .feeding, side: .init(.left), at: "5m ago")) }.entry
      .entry
    let earlier = try await log.write {
      try $0.update(.init(id: "\(feed.id)", time: TimeTexts(from: "8m ago")))
    }.entry.entry
    #expect(earlier.turn?.since == noon - .minutes(8))
    let ended = try await log.write {
      try $0.update(.init(id: "\(feed.id)", time: TimeTexts(to: "2m ago")))
    }
    #expect(!ended.entry.entry.isRunning && ended.entry.entry.duration == .minutes(6))
    #expect(try feeding(ended).left == .minutes(6))
  }
}
