import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Logging")
struct QuickLogTests {
  @Test("missing values of a feed are those of the last time; a breast feed begins on the other side")
  func feeds() async throws {
    let log = try await Log()
    try await log.write {
      try $0.feed(.feeding(method: .bottle, amount: 90), at: "3h ago")
      try $0.feed(.feeding(method: .breast, startedSide: .left), at: "2h ago")
    }
    let breast = try await log.write { try $0.feed() }.entry.entry
    #expect(breast.content == .feeding(Feeding(method: .breast, startedSide: .right, breasts: .one)))
    let bottle = try await log.write { try $0.feed(.feeding(method: .bottle)) }.entry.entry
    #expect(bottle.content == .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters))))
    #expect(bottle.start == noon && bottle.end == nil && bottle.childID == log.eva.id)
  }

  @Test("an amount is in the family's unit")
  func units() async throws {
    let log = try await Log()
    try await log.write { _ = try $0.setSetting("units", to: "oz", child: nil) }
    let outcome = try await log.write { try $0.feed(.feeding(amount: 4)) }
    #expect(outcome.entry.entry.content == .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))))
    #expect(try await log.labels.first == outcome.message)
  }

  @Test("a diaper is like the last one, and tummy time as long, and ends now")
  func asBefore() async throws {
    let log = try await Log()
    try await log.write { book in
      _ = try book.logEntry(.init(entry: .diaper(.both), time: TimeTexts(at: "3h ago")))
      _ = try book.logEntry(.init(entry: .tummyTime, time: TimeTexts(at: "2h ago", for: "7m")))
    }
    let (diaper, tummy) = try await log.write { book in
      (
        try book.logEntry(.init(entry: .diaper())).entry.entry,
        try book.logEntry(.init(entry: .tummyTime)).entry.entry
      )
    }
    #expect(diaper.content == .diaper(.both))
    #expect(tummy.start == noon - .minutes(7) && tummy.end == noon)
  }

  @Test("a nap that was noticed too late ends now; a sleep without a duration is refused")
  func sleeps() async throws {
    let log = try await Log()
    let nap = try await log.write {
      try $0.logEntry(.init(childID: "Eva", entry: .sleep, note: QuickLog.napNote, time: TimeTexts(for: "10m")))
    }.entry.entry
    #expect(nap.start == noon - QuickLog.napDuration && nap.end == noon && nap.note == QuickLog.napNote)
    await #expect(throws: BabyError.self) {
      try await log.write { _ = try $0.logEntry(.init(entry: .sleep, time: TimeTexts(at: "1h ago"))) }
    }
    #expect(try await log.entries == [nap])
  }

  @Test("clock times are the child's; broken rules are refused, and nothing is logged")
  func times() async throws {
    let log = try await Log()
    #expect(try await log.write { try $0.note("first smile", at: "09:30") }.entry.entry.start == noon - .minutes(210))
    await #expect(throws: BabyError.self, "too much") {
      try await log.write { try $0.feed(.feeding(method: .bottle, amount: 5000)) }
    }
    await #expect(throws: BabyError.self, "in the future") { try await log.write { try $0.note("x", at: "in 2h") } }
    await #expect(throws: BabyError.childNotFound("Otto")) { try await log.write { try $0.note("x", child: "Otto") } }
    #expect(try await log.entries.count == 1)
  }

  @Test("a repeat with one id is logged once; another entry cannot use that id")
  func sameID() async throws {
    let log = try await Log()
    let id: EntryID = log.machine.ids.next(at: noon)
    let first = try await log.write { try $0.note("first smile", id: id) }
    log.machine.pass(.minutes(1))
    #expect(try await log.write { try $0.note("first smile", id: id) }.entry.entry == first.entry.entry)
    await #expect(throws: BabyError.entryExists(id)) { try await log.write { try $0.note("other", id: id) } }
    #expect(try await log.entries == [first.entry.entry])
    #expect(try await log.labels == [first.message, "Added Eva"], "the second call is not an undo step")
  }

  @Test("a sleep that overlaps another is logged, and the other one is named")
  func overlap() async throws {
    let log = try await Log()
    func sleep(_ from: String, _ to: String) async throws -> EntryAnswer {
      try await log.write { try $0.logEntry(.init(entry: .sleep, time: TimeTexts(from: from, to: to))) }
    }
    let night = try await sleep("01:00", "06:00")
    #expect(night.overlap == nil)
    #expect(try await sleep("05:00", "07:00").overlap == night.entry)
    #expect(try await sleep("08:00", "09:00").overlap == nil)
  }
}
