import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Editing")
struct EditingTests {
  @Test("only given fields are changed, and null clears")
  func changing() async throws {
    let log = try await Log()
    let entry = try await log.write {
      try $0.logEntry(.init(entry: .feeding(method: .bottle, amount: 90), note: "warm", time: TimeTexts(at: "1h ago")))
    }.entry.entry
    log.machine.pass(.minutes(1))
    let more = try await log.write { try $0.update(.init(id: "last", amount: .value(120))) }
    var wanted = entry
    wanted.content = .feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters)))
    wanted.updatedAt = more.entry.entry.updatedAt
    #expect(more.entry.entry == wanted && wanted.updatedAt > entry.updatedAt)
    let cleared = try await log.write { try $0.update(.init(id: "\(entry.id)", note: .null)) }.entry.entry
    #expect(cleared.note == nil && cleared.content == wanted.content)
  }

  @Test("a field that the kind does not have is refused, and so is a broken rule; the entry stays")
  func refusals() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.feed(.feeding(method: .bottle, amount: 90)) }.entry.entry
    for changes in [
      .init(id: "last", type: .wet), .init(id: "last", startedSide: .value(.left)),
      .init(id: "last", amount: .value(5000)), .init(id: "last", time: TimeTexts(at: "in 2h")),
    ] as [EntryUpdate.Params] {
      await #expect(throws: BabyError.self) { try await log.write { _ = try $0.update(changes) } }
    }
    #expect(try await log.entries == [entry])
  }

  @Test("a feed at the breast gets no amount, in any form, and keeps one from another app")
  func amountAtTheBreast() async throws {
    let log = try await Log()
    let feed = EntryInput.feeding(method: .breast, startedSide: .left)
    let entry = try await log.write {
      try $0.logEntry(.init(entry: feed, time: TimeTexts(for: "15m")))
    }
    .entry.entry
    for changes in [
      .init(id: "last", amount: .value(100)),
      .init(id: "last", fields: FieldInputs([.init("amount", .number(100))])),
      .init(id: "last", fields: FieldInputs([.init("amount", .number(4)), .init("unit", .word("oz"))])),
    ] as [EntryUpdate.Params] {
      await #expect(throws: BabyError.entryInvalid([.misfit("amount", .breast)])) {
        try await log.write { _ = try $0.update(changes) }
      }
    }
    #expect(try await log.entries == [entry])
    let bottle = try await log.write { try $0.feed(.feeding(method: .bottle, amount: 90)) }.entry.entry
    await #expect(throws: BabyError.entryInvalid([.misfit("amount", .breast)])) {
      try await log.write {
        _ = try $0.update(.init(id: "\(bottle.id)", fields: FieldInputs([.init("method", .word("breast"))])))
      }
    }
  }

  @Test(
    "a duration that would extend into the future goes back from the end; a running timer is not ended in the future")
  func lengthIntoTheFuture() async throws {
    let log = try await Log()
    let entry = try await log.write { book in
      try book.logEntry(.init(entry: .tummyTime, time: TimeTexts(for: "5m")))
    }.entry.entry
    let longer = try await log.write { try $0.update(.init(id: "last", time: TimeTexts(for: "10m"))) }.entry.entry
    #expect(longer.end == entry.end && longer.duration == .minutes(10))
    log.machine.pass(.hours(1))
    let later = try await log.write { try $0.update(.init(id: "last", time: TimeTexts(for: "20m"))) }.entry.entry
    #expect(later.start == longer.start && later.duration == .minutes(20))
    let running = try await log.write { try $0.start(at: "7m ago") }.entry.entry
    await #expect(throws: BabyError.timeInFuture("10m", resolved: running.start + .minutes(10))) {
      try await log.write { _ = try $0.update(.init(id: "last", time: TimeTexts(for: "10m"))) }
    }
  }

  @Test("a time at the breasts longer than the feed extends it")
  func sidesLongerThanTheFeed() async throws {
    let log = try await Log()
    let feed = EntryInput.feeding(method: .breast, startedSide: .left)
    let entry = try await log.write {
      try $0.logEntry(.init(entry: feed, time: TimeTexts(for: "15m")))
    }
    .entry.entry
    let changes = EntryUpdate.Params(id: "last", leftSeconds: .value(720), rightSeconds: .value(240))
    let changed = try await log.write { try $0.update(changes) }.entry.entry
    guard case .feeding(let feeding) = changed.content else {
      Issue.record("\(changed)")
      return
    }
    #expect(feeding.left == .minutes(12) && feeding.right == .minutes(4) && feeding.breasts == .both)
    #expect(changed.end == entry.end && changed.duration == .minutes(16))
    // A given time beside them counts.
    await #expect(throws: BabyError.self) {
      var changes = changes
      changes.time = TimeTexts(for: "15m")
      try await log.write { [changes] in _ = try $0.update(changes) }
    }
  }

  @Test("a deleted entry can be neither changed nor deleted again, and is restored unchanged")
  func deleting() async throws {
    let log = try await Log()
    let id = try await log.write { try $0.note("first smile") }.entry.entry.id
    await #expect(throws: BabyError.entryNotDeleted(id)) { try await log.write { _ = try $0.restore("\(id)") } }
    #expect(try await log.write { try $0.delete("\(id)") }.entry.entry.deletedAt == noon)
    #expect(try await log.entries == [])
    await #expect(throws: BabyError.entryDeletedAlready(id)) { try await log.write { _ = try $0.delete("\(id)") } }
    await #expect(throws: BabyError.entryDeleted(id)) {
      try await log.write { _ = try $0.update(.init(id: "\(id)", note: .value("x"))) }
    }
    await #expect(throws: BabyError.entryDeleted(id)) { try await log.write { _ = try $0.duplicate("\(id)") } }
    let restored = try await log.write { try $0.restore("\(id)") }.entry.entry
    #expect(restored.note == "first smile" && restored.deletedAt == nil)
  }

  @Test("a timer is not restored while another one is running")
  func restoringTimer() async throws {
    let log = try await Log()
    let first = try await log.write { try $0.start(at: "1h ago") }.entry.entry
    try await log.write { _ = try $0.cancelTimer(.init(timer: .sleep)) }
    let second = try await log.write { try $0.start() }.entry.entry
    await #expect(throws: BabyError.timerRunning(.sleep, second.id, since: noon, child: "Eva")) {
      try await log.write { _ = try $0.restore("\(first.id)") }
    }
  }

  @Test("a duplicate is logged now, and ends now if it has a duration")
  func duplicating() async throws {
    let log = try await Log()
    let sleep = try await log.write { book in
      try book.logEntry(.init(entry: .sleep, time: TimeTexts(from: "09:00", to: "09:40")))
    }.entry.entry
    let again = try await log.write { try $0.duplicate("last") }.entry.entry
    #expect(again.id != sleep.id && again.content == sleep.content)
    #expect(again.end == noon && again.duration == .minutes(40))
  }

  @Test("an entry is referred to by its id, the end of it, or as the last one")
  func references() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.note("one") }.entry.entry
    let id = "\(entry.id)"
    for reference in [id, String(id.suffix(4)), "last"] {
      #expect(try await log.read { try $0.entry(reference) } == entry)
    }
    for reference in [String(id.suffix(3)), "\(log.machine.ids.next(at: noon) as EntryID)", "zzzz"] {
      await #expect(throws: BabyError.entryNotFound(reference)) { try await log.read { try $0.entry(reference) } }
    }
  }
}
