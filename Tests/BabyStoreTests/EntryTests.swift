import BabyModel
import BabyStore
import Testing

@Suite("Entries in the store")
struct EntryTests {
  @Test("every kind is read back as it was written")
  func roundTrip() async throws {
    let fixture = try await Fixture()
    let entries = [
      fixture.entry(
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)), end: noon + .minutes(15),
        note: "naïve 👶"),
      fixture.entry(.feeding(Feeding(method: .bottle, amount: Volume(4.5, .ounces)))),
      fixture.entry(
        .feeding(Feeding(method: .pumping, startedSide: .right, breasts: .one, amount: Volume(90, .milliliters)))),
      fixture.entry(.diaper(.both)),
      fixture.entry(.sleep, end: noon + .hours(2)),
      fixture.entry(.sleep, endUnknown: true),
      fixture.entry(.tummyTime, end: noon),
      fixture.entry(.note(.milestone), note: ""),
    ]
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    for entry in entries {
      let found = try await fixture.store.read { try $0.entry(entry.id) }
      #expect(found == entry)
    }
    try fixture.verifyIntegrity()
  }

  @Test("an id that is taken, even by a deleted entry, is refused")
  func takenID() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    await #expect(throws: BabyError.entryExists(entry.id)) { try await fixture.write { try $0.insert(entry) } }
    try await fixture.write { try $0.delete(entry.id) }
    await #expect(throws: BabyError.entryExists(entry.id)) { try await fixture.write { try $0.insert(entry) } }
    let added = try await fixture.write { try $0.insertIfAbsent(entry) }
    #expect(!added)
  }

  @Test("an entry of a missing child is refused")
  func unknownChild() async throws {
    let fixture = try await Fixture()
    var entry = fixture.entry()
    entry.childID = fixture.ids.next(at: noon)
    let stranger = entry
    await #expect(throws: BabyError.childNotFound(stranger.childID.description)) {
      try await fixture.write { try $0.insert(stranger) }
    }
  }

  @Test("an end before the start or more than a day after it is refused", arguments: [-1, 86_400_001])
  func impossibleEnd(milliseconds: Int64) async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry(.sleep, end: Instant(milliseconds: noon.milliseconds + milliseconds))
    let error = await #expect(throws: BabyError.self) { try await fixture.write { try $0.insert(entry) } }
    guard case .entryInvalid(let fields) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fields.map(\.field) == ["end"])
  }

  @Test("an update keeps the child, the time of creation and the tombstone, and records its time")
  func update() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry(.sleep)
    try await fixture.write { try $0.insert(entry) }
    var edited = entry
    edited.childID = fixture.ids.next(at: noon)
    edited.createdAt = noon - .hours(9)
    edited.deletedAt = noon
    edited.end = noon + .minutes(40)
    edited.note = "in the pram"
    let sent = edited
    let answer = try await fixture.write(at: noon + .minutes(41)) { try $0.update(sent) }
    var expected = entry
    expected.end = noon + .minutes(40)
    expected.note = "in the pram"
    expected.updatedAt = noon + .minutes(41)
    #expect(answer == expected)
    let found = try await fixture.store.read { try $0.entry(entry.id) }
    #expect(found == expected)
  }

  @Test("a deleted entry is a tombstone until it is restored")
  func deleteAndRestore() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    let deleted = try await fixture.write(at: noon + .minutes(1)) { try $0.delete(entry.id) }
    #expect(deleted.deletedAt == noon + .minutes(1))
    await #expect(throws: BabyError.entryDeleted(entry.id)) { try await fixture.write { try $0.delete(entry.id) } }
    await #expect(throws: BabyError.entryDeleted(entry.id)) { try await fixture.write { try $0.update(entry) } }
    let restored = try await fixture.write(at: noon + .minutes(2)) { try $0.restore(entry.id) }
    #expect(restored.deletedAt == nil)
    #expect(restored.updatedAt == noon + .minutes(2))
    let count = fixture.committed.seqs.count
    try await fixture.write { try $0.restore(entry.id) }
    #expect(fixture.committed.seqs.count == count, "restoring what is there changes nothing")
  }

  @Test("a missing entry cannot be changed")
  func missing() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let error = BabyError.entryNotFound(entry.id.description)
    await #expect(throws: error) { try await fixture.write { try $0.update(entry) } }
    await #expect(throws: error) { try await fixture.write { try $0.delete(entry.id) } }
    await #expect(throws: error) { try await fixture.write { try $0.restore(entry.id) } }
  }

  @Test("one activity of each name can run, whatever its case")
  func oneActivityEach() async throws {
    let fixture = try await Fixture()
    let bath = fixture.entry(try .activity("Music class"))
    let (walk, second) = (fixture.entry(try .activity("walk")), fixture.entry(try .activity("music  CLASS")))
    try await fixture.write { transaction in
      try transaction.insert(bath)
      try transaction.insert(walk)
    }
    let refusal = BabyError.timerRunning(bath.timer, bath.id, since: noon, child: "Eva")
    await #expect(throws: refusal) { try await fixture.write { try $0.insert(second) } }
    // Called otherwise, it would run beside the other.
    var renamed = walk
    renamed.content = second.content
    let sent = renamed
    await #expect(throws: refusal) { try await fixture.write { try $0.update(sent) } }
    let running = try await fixture.store.read { try $0.running(of: .declared(.activity), child: fixture.eva.id) }
    #expect(Set(running.map(\.id)) == [bath.id, walk.id])
    #expect(try await fixture.store.read { try $0.running(second.timer, child: fixture.eva.id) } == bath)
    #expect(
      try await Set(fixture.store.read { try $0.activityNames(child: fixture.eva.id) }) == ["Music class", "walk"])
    try fixture.verifyIntegrity()
  }

  @Test("one sleep and one tummy time can run; a second one gets the running one")
  func oneTimerEach() async throws {
    let fixture = try await Fixture()
    let sleep = fixture.entry(.sleep)
    let tummy = fixture.entry(.tummyTime)
    try await fixture.write { try $0.insert(sleep) }
    try await fixture.write { try $0.insert(tummy) }
    let second = fixture.entry(.sleep, at: noon + .minutes(5))
    let refusal = BabyError.timerRunning(.sleep, sleep.id, since: noon, child: "Eva")
    await #expect(throws: refusal) { try await fixture.write { try $0.insert(second) } }
    let finished = fixture.entry(.sleep, at: noon - .hours(1), end: noon)
    let forgotten = fixture.entry(.sleep, at: noon - .hours(2), endUnknown: true)
    try await fixture.write { transaction in
      try transaction.insert(finished)
      try transaction.insert(forgotten)
    }
    var reopened = finished
    reopened.end = nil
    let sent = reopened
    await #expect(throws: refusal) { try await fixture.write { try $0.update(sent) } }
    let running = try await fixture.store.read { transaction in
      try EntryKind.withRules.map { try transaction.running(TimerKey($0), child: fixture.eva.id) }
    }
    #expect(running == [nil, nil, sleep, tummy, nil])
    try fixture.verifyIntegrity()
  }

  @Test("a deleted timer does not run, and cannot be restored beside another")
  func deletedTimer() async throws {
    let fixture = try await Fixture()
    let first = fixture.entry(.sleep)
    let second = fixture.entry(.sleep, at: noon + .minutes(5))
    try await fixture.write { try $0.insert(first) }
    try await fixture.write { try $0.delete(first.id) }
    try await fixture.write { try $0.insert(second) }
    await #expect(throws: BabyError.timerRunning(.sleep, second.id, since: second.start, child: "Eva")) {
      try await fixture.write { try $0.restore(first.id) }
    }
  }

  @Test("an entry is found by the end of its id, one that is not deleted first")
  func shortID() async throws {
    let fixture = try await Fixture()
    func entry(_ id: String, at start: Instant) throws -> Entry {
      var entry = fixture.entry(at: start)
      entry.id = try #require(EntryID(id))
      return entry
    }
    let old = try entry("00000000-0000-7000-8000-0000000abcde", at: noon - .hours(1))
    let new = try entry("00000000-0000-7000-8000-0000001abcde", at: noon)
    let other = try entry("00000000-0000-7000-8000-0000001abcdf", at: noon)
    try await fixture.write { transaction in
      for entry in [new, old, other] { try transaction.insert(entry) }
    }
    func found(_ digits: String) async throws -> EntryID? {
      try await fixture.store.read { try $0.entry(endingIn: digits)?.id }
    }
    #expect(try await found("ABCDE") == new.id)
    #expect(try await found("0abcde") == old.id)
    #expect(try await found("8000-0000001abcdf") == other.id)
    #expect(try await found("bbbb") == nil)
    try await fixture.write { try $0.delete(new.id) }
    #expect(try await found("abcde") == old.id)
    #expect(try await found("1abcde") == new.id)
  }

  @Test("the last logged is the one that was added last, and is not deleted")
  func lastLogged() async throws {
    let fixture = try await Fixture()
    let bottle = fixture.entry(.feeding(Feeding(method: .bottle, amount: Volume(120, .milliliters))))
    let pumping = fixture.entry(.feeding(Feeding(method: .pumping)), at: noon + .minutes(1))
    let earlier = fixture.entry(.feeding(Feeding(method: .bottle)), at: noon - .hours(3))
    for entry in [bottle, pumping, earlier] { try await fixture.write { try $0.insert(entry) } }
    let child = fixture.eva.id
    #expect(try await fixture.store.read { try $0.lastLoggedEntry(child: child) } == earlier)
    try await fixture.write { try $0.delete(earlier.id) }
    let logged = try await fixture.store.read { try $0.lastLoggedEntry(child: child) }
    #expect(logged == pumping)
    let counts = try await fixture.store.read { try $0.entryCounts(child: child) }
    #expect(counts == [.feeding: 2])
  }

  @Test("the last logged entry is the latest one once the log has forgotten it")
  func lastLoggedAfterPruning() async throws {
    let fixture = try await Fixture()
    let late = fixture.entry(at: noon)
    let early = fixture.entry(at: noon - .hours(1))
    for entry in [late, early] { try await fixture.write { try $0.insert(entry) } }
    try await fixture.write(at: noon + .hours(24 * 31)) { try $0.prune() }
    let logged = try await fixture.store.read { try $0.lastLoggedEntry(child: fixture.eva.id) }
    #expect(logged == late)
  }
}

@Suite("Authors of changes, and membership events")
struct ChangedByTests {
  @Test("from the server are stored, once, until the child is deleted")
  func machine() async throws {
    let fixture = try await Fixture()
    let (store, eva, logged) = (fixture.store, fixture.eva, fixture.entry())
    try await fixture.write { try $0.insert(logged) }
    #expect(try await store.read { try $0.entry(logged.id) }?.changedBy == nil)
    var theirs = logged
    (theirs.changedBy, theirs.updatedAt) = ("Omar", theirs.updatedAt + .hours(1))
    let (entry, at) = (theirs, noon - .hours(1))
    let events = [
      MemberEvent(childID: eva.id, at: at, action: .joined, name: "Omar", role: .caregiver),
      MemberEvent(childID: eva.id, at: at, action: .role, name: "Omar", role: .viewer, by: "Anna"),
      MemberEvent(childID: eva.id, at: noon - .hours(31 * 24), action: .left, name: "Sam"),
    ]
    for _ in 0..<2 {
      try await fixture.write { transaction in
        try transaction.adopt(entry)
        try transaction.keep(events)
      }
    }
    #expect(try await store.read { try $0.entry(entry.id) }?.changedBy == "Omar")
    let kept = try await store.read { try $0.memberEvents(of: eva.id, after: at - .hours(1), limit: 10) }
    #expect(Set(kept) == Set(events.prefix(2)))
    #expect(try await store.read { try $0.memberEvents(of: eva.id, after: at, limit: 10) } == [])
    try await fixture.write { try $0.purge(eva) }
    #expect(try await store.read { try $0.memberEvents(of: eva.id, after: at - .hours(1), limit: 10) } == [])
    try fixture.verifyIntegrity()
  }
}
