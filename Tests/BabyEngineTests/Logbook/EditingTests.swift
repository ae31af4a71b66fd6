import BabyEngine
import BabyModel
import Testing

@Suite("Editing")
struct EditingTests {
  @Test("only what is given is changed, and what is given as nothing is cleared")
  func changing() async throws {
    let log = try await Log()
    let entry = try await log.write {
      try $0.logFeeding(
        child: nil, FeedingWish(method: .bottle, amount: 90), time: TimeTexts(at: "1h ago"), note: "warm", id: nil)
    }.entry
    log.machine.pass(.minutes(1))
    let more = try await log.write { try $0.update("last", EntryChanges(amount: 120)) }
    var wanted = entry
    wanted.content = .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters)))
    wanted.updatedAt = more.entry.updatedAt
    #expect(more.entry == wanted && wanted.updatedAt > entry.updatedAt)
    let cleared = try await log.write { try $0.update("\(entry.id)", EntryChanges(note: .some(nil))) }.entry
    #expect(cleared.note == nil && cleared.content == wanted.content)
  }

  @Test("a field that the entry does not have is refused, and so is what breaks a rule; the entry is as it was")
  func refusals() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.feed(FeedingWish(method: .bottle, amount: 90)) }.entry
    for changes in [
      EntryChanges(diaperType: .wet), EntryChanges(startedSide: .left), EntryChanges(amount: 5000),
      EntryChanges(time: TimeTexts(at: "in 2h")),
    ] {
      await #expect(throws: BabyError.self) { try await log.write { _ = try $0.update("last", changes) } }
    }
    #expect(try await log.entries == [entry])
  }

  @Test("a feed at the breast gets no amount, however it is said, and keeps one that another app has given it")
  func amountAtTheBreast() async throws {
    let log = try await Log()
    let feed = FeedingWish(method: .breast, startedSide: .left)
    let entry = try await log.write {
      try $0.logFeeding(child: nil, feed, time: TimeTexts(for: "15m"), note: nil, id: nil)
    }
    .entry
    for changes in [
      EntryChanges(amount: 100), EntryChanges(fields: SaidFields([.init("amount", .number(100))])),
      EntryChanges(fields: SaidFields([.init("amount", .number(4)), .init("unit", .word("oz"))])),
    ] {
      await #expect(throws: BabyError.entryInvalid([.misfit("amount", .breast)])) {
        try await log.write { _ = try $0.update("last", changes) }
      }
    }
    #expect(try await log.entries == [entry])
    let bottle = try await log.write { try $0.feed(FeedingWish(method: .bottle, amount: 90)) }.entry
    await #expect(throws: BabyError.entryInvalid([.misfit("amount", .breast)])) {
      try await log.write {
        _ = try $0.update("\(bottle.id)", EntryChanges(fields: SaidFields([.init("method", .word("breast"))])))
      }
    }
  }

  @Test("a length that would last into the future goes back from the end; what runs is not ended in the future")
  func lengthIntoTheFuture() async throws {
    let log = try await Log()
    let entry = try await log.write { book in
      try book.logTummyTime(child: nil, time: TimeTexts(for: "5m"), note: nil, id: nil)
    }.entry
    let longer = try await log.write { try $0.update("last", EntryChanges(time: TimeTexts(for: "10m"))) }.entry
    #expect(longer.end == entry.end && longer.duration == .minutes(10))
    log.machine.pass(.hours(1))
    let later = try await log.write { try $0.update("last", EntryChanges(time: TimeTexts(for: "20m"))) }.entry
    #expect(later.start == longer.start && later.duration == .minutes(20))
    let running = try await log.write { try $0.start(at: "7m ago") }.entry
    await #expect(throws: BabyError.timeInFuture("10m", resolved: running.start + .minutes(10))) {
      try await log.write { _ = try $0.update("last", EntryChanges(time: TimeTexts(for: "10m"))) }
    }
  }

  @Test("time at the breasts that is longer than the feed makes it as long")
  func sidesLongerThanTheFeed() async throws {
    let log = try await Log()
    let feed = FeedingWish(method: .breast, startedSide: .left)
    let entry = try await log.write {
      try $0.logFeeding(child: nil, feed, time: TimeTexts(for: "15m"), note: nil, id: nil)
    }
    .entry
    let changes = EntryChanges(left: .minutes(12), right: .minutes(4))
    let changed = try await log.write { try $0.update("last", changes) }.entry
    guard case .feeding(let feeding) = changed.content else {
      Issue.record("\(changed)")
      return
    }
    #expect(feeding.left == .minutes(12) && feeding.right == .minutes(4) && feeding.breasts == .both)
    #expect(changed.end == entry.end && changed.duration == .minutes(16))
    // A time that is said beside them is what it is.
    await #expect(throws: BabyError.self) {
      var changes = changes
      changes.time = TimeTexts(for: "15m")
      try await log.write { [changes] in _ = try $0.update("last", changes) }
    }
  }

  @Test("what is deleted can be neither changed nor deleted again, and comes back as it was")
  func deleting() async throws {
    let log = try await Log()
    let id = try await log.write { try $0.note("first smile") }.entry.id
    await #expect(throws: BabyError.entryNotDeleted(id)) { try await log.write { _ = try $0.restore("\(id)") } }
    #expect(try await log.write { try $0.delete("\(id)") }.entry.deletedAt == noon)
    #expect(try await log.entries == [])
    await #expect(throws: BabyError.entryDeletedAlready(id)) { try await log.write { _ = try $0.delete("\(id)") } }
    await #expect(throws: BabyError.entryDeleted(id)) {
      try await log.write { _ = try $0.update("\(id)", EntryChanges(note: "x")) }
    }
    await #expect(throws: BabyError.entryDeleted(id)) { try await log.write { _ = try $0.duplicate("\(id)") } }
    let restored = try await log.write { try $0.restore("\(id)") }.entry
    #expect(restored.note == "first smile" && restored.deletedAt == nil)
  }

  @Test("a timer does not come back while another one runs")
  func restoringTimer() async throws {
    let log = try await Log()
    let first = try await log.write { try $0.start(at: "1h ago") }.entry
    try await log.write { _ = try $0.cancelTimer(.sleep, child: nil) }
    let second = try await log.write { try $0.start() }.entry
    await #expect(throws: BabyError.timerRunning(.sleep, second.id, since: noon, child: "Eva")) {
      try await log.write { _ = try $0.restore("\(first.id)") }
    }
  }

  @Test("the same again is logged as of now, and ends now if it lasted")
  func duplicating() async throws {
    let log = try await Log()
    let sleep = try await log.write { book in
      try book.logSleep(child: nil, time: TimeTexts(from: "09:00", to: "09:40"), note: nil, id: nil)
    }.entry
    let again = try await log.write { try $0.duplicate("last") }.entry
    #expect(again.id != sleep.id && again.content == sleep.content)
    #expect(again.end == noon && again.duration == .minutes(40))
  }

  @Test("an entry is called by its id, the end of that, or as the last one")
  func references() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.note("one") }.entry
    let id = "\(entry.id)"
    for reference in [id, String(id.suffix(4)), "last"] {
      #expect(try await log.read { try $0.entry(reference) } == entry)
    }
    for reference in [String(id.suffix(3)), "\(log.machine.ids.next(at: noon) as EntryID)", "zzzz"] {
      await #expect(throws: BabyError.entryNotFound(reference)) { try await log.read { try $0.entry(reference) } }
    }
  }
}
