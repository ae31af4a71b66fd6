import BabyModel
import Testing

@Suite("The sleep and tummy timers")
struct TimerTests {
  private let start = "2020-05-10T20:00:00-07:00"

  private func stop(
    _ running: Entry?, at end: String? = nil, now: String, timer: TimerKey = .sleep
  ) throws -> Entry {
    try Timer.stop(timer, child: .make(), running: running, at: end.map(BabyModelTests.at), now: BabyModelTests.at(now))
  }

  @Test("Starting makes a running entry", arguments: [EntryContent.sleep, .tummyTime])
  func starts(content: EntryContent) throws {
    let now = try at("2020-05-10T20:10:00-07:00")
    let entry = try Timer.start(
      content, id: .two, child: .make(), running: nil, at: at(start), note: "in the pram", now: now)
    #expect(entry.content == content && entry.isRunning && entry.id == .two)
    #expect(try entry.start == at(start))
    #expect(entry.note == "in the pram" && entry.createdAt == now)
  }

  @Test("Starting twice reports since when it has been running")
  func running() throws {
    let running = try Entry.make(.sleep, start)
    let error = BabyError.timerRunning(.sleep, .one, since: try at(start), child: "Eva")
    #expect(throws: error) {
      try Timer.start(.sleep, id: .two, child: .make(), running: running, at: at(start), now: at(start))
    }
  }

  @Test("Stopping ends it now, or at the given time")
  func stops() throws {
    let ended = try stop(.make(.sleep, start), now: "2020-05-10T21:04:00-07:00")
    #expect(ended.duration == .minutes(64) && !ended.isRunning)
    #expect(try ended.updatedAt == at("2020-05-10T21:04:00-07:00"))
    let told = try stop(.make(.sleep, start), at: "2020-05-10T20:30:00-07:00", now: "2020-05-10T21:04:00-07:00")
    #expect(told.duration == .minutes(30))
  }

  @Test("Its duration is real, over both clock changes")
  func clockChanges() throws {
    let spring = try stop(.make(.sleep, "2020-03-07T22:56:00-08:00"), now: "2020-03-08T07:55:00-07:00")
    #expect(spring.duration == .minutes(479))
    let autumn = try stop(.make(.sleep, "2020-11-01T01:30:00-07:00"), now: "2020-11-01T01:10:00-08:00")
    #expect(autumn.duration == .minutes(40))
  }

  @Test("Stopping nothing is an error", arguments: [TimerKey.sleep, .tummyTime])
  func notRunning(timer: TimerKey) throws {
    #expect(throws: BabyError.timerNotRunning(timer, child: "Eva")) { try stop(nil, now: start, timer: timer) }
  }

  @Test("A given end is after the start")
  func endBeforeStart() throws {
    for end in [start, "2020-05-10T19:59:59-07:00"] {
      #expect(throws: BabyError.entryInvalid([FieldError("at", "must be after the start")])) {
        try stop(.make(.sleep, start), at: end, now: "2020-05-10T21:00:00-07:00")
      }
    }
  }

  @Test("Never 0 seconds, even when the system's clock was set back meanwhile")
  func never0() throws {
    #expect(try stop(.make(.sleep, start), now: start).duration == .seconds(1))
    #expect(try stop(.make(.sleep, start), now: "2020-05-10T19:00:00-07:00").duration == .seconds(1))
  }

  @Test("A forgotten one asks for an explicit end and is never closed silently")
  func forgotten() throws {
    let sleep = try Entry.make(.sleep, start)
    let forgotten = BabyError.timerForgotten(.sleep, .one, since: try at(start), child: "Eva")
    #expect(try stop(sleep, now: "2020-05-11T20:00:00-07:00").duration == .hours(24))
    #expect(throws: forgotten) { try stop(sleep, now: "2020-05-11T20:00:01-07:00") }
    #expect(try stop(sleep, at: "2020-05-11T05:00:00-07:00", now: "2020-05-12T09:00:00-07:00").duration == .hours(9))

    let tummy = try Entry.make(.tummyTime, start)
    #expect(throws: BabyError.timerForgotten(.tummyTime, .one, since: try at(start), child: "Eva")) {
      try stop(tummy, now: "2020-05-10T22:00:01-07:00", timer: .tummyTime)
    }
  }

  @Test("A toggle for another state is refused")
  func changed() throws {
    let child = try Child.make()
    let running = try Entry.make(.sleep, start)
    try Timer.check(.one, is: running, timer: .sleep, child: child)
    try Timer.check(nil, is: nil, timer: .sleep, child: child)
    #expect(throws: BabyError.timerChanged(.sleep, running: .one, child: "Eva")) {
      try Timer.check(nil, is: running, timer: .sleep, child: child)
    }
    #expect(throws: BabyError.timerChanged(.sleep, running: nil, child: "Eva")) {
      try Timer.check(.one, is: nil, timer: .sleep, child: child)
    }
    #expect(throws: BabyError.timerChanged(.sleep, running: .one, child: "Eva")) {
      try Timer.check(.two, is: running, timer: .sleep, child: child)
    }
  }
}

@Suite("Duplicates")
struct DuplicateTests {
  private let now = "2020-05-11T12:00:00-07:00"

  @Test("Entries with a duration end now, never in the future")
  func lasting() throws {
    var sleep = try Entry.make(
      .sleep, "2020-05-10T20:00:00-07:00", to: "2020-05-10T21:04:00-07:00", note: "in the pram")
    sleep.author = "A"
    let copy = try sleep.duplicate(id: .two, now: at(now))
    #expect(try copy.end == at(now))
    #expect(copy.duration == .minutes(64) && copy.note == "in the pram" && copy.id == .two)
    #expect(try copy.author == nil && copy.createdAt == at(now))
  }

  @Test("Momentary entries happen now")
  func point() throws {
    let copy = try Entry.make(.diaper(.both), "2020-05-10T20:00:00-07:00").duplicate(id: .two, now: at(now))
    #expect(try copy.start == at(now))
    #expect(copy.end == nil && copy.content == .diaper(.both))
  }

  @Test("A deleted entry's copy is not deleted")
  func deleted() throws {
    var entry = try Entry.bottle(.oz(4), "2020-05-10T20:00:00-07:00")
    entry.deletedAt = try at(now)
    #expect(try entry.duplicate(id: .two, now: at(now)).deletedAt == nil)
  }

  @Test("Running entries and unknown ends have no duration to repeat")
  func noLength() throws {
    for entry in [
      try Entry.make(.sleep, "2020-05-11T11:00:00-07:00"),
      try Entry.make(.sleep, "2020-05-11T11:00:00-07:00", endUnknown: true),
    ] { #expect(throws: BabyError.self) { try entry.duplicate(id: .two, now: at(now)) } }
  }
}
