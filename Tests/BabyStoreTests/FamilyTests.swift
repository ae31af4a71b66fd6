import BabyModel
import Testing

@testable import BabyStore

@Suite("Children, selection and settings")
struct FamilyTests {
  @Test("a child is read back as it was written, and an update keeps when it was added")
  func childRoundTrip() async throws {
    let fixture = try await Fixture()
    let born = try #require(LocalDate("2024-02-29"))
    let ben = Child(
      id: fixture.ids.next(at: noon), name: "Ben Ødegård", born: born, sex: .male, zone: "Europe/Oslo",
      feedingStyle: .both, createdAt: noon + .minutes(1), updatedAt: noon + .minutes(1))
    try await fixture.write { try $0.insert(ben) }
    var expected = ben
    expected.name = "Benjamin"
    expected.feedingStyle = nil
    expected.updatedAt = noon + .hours(1)
    var sent = expected
    sent.createdAt = noon - .hours(99)
    sent.removedAt = noon
    let edited = sent
    let answer = try await fixture.write(at: noon + .hours(1)) { try $0.update(edited) }
    #expect(answer == expected)
    #expect(try await fixture.store.read { try $0.children() } == [fixture.eva, expected])
  }

  @Test("a removed child is hidden, keeps its entries, and can be restored")
  func removal() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    let removed = try await fixture.write(at: noon + .minutes(1)) { try $0.remove(fixture.eva.id) }
    #expect(removed.removedAt == noon + .minutes(1))
    let (visible, all, found) = try await fixture.store.read { transaction in
      (
        try transaction.children(), try transaction.children(includingRemoved: true),
        try transaction.entries(EntryQuery(child: fixture.eva.id)).entries
      )
    }
    #expect(visible.isEmpty)
    #expect(all == [removed])
    #expect(found == [entry])
    let restored = try await fixture.write { try $0.restore(fixture.eva.id) }
    #expect(restored.removedAt == nil)
    #expect(fixture.committed.all.flatMap { $0.changes.map(\.operation) } == [.insert, .insert, .delete, .restore])
  }

  @Test("each uid has its own selection")
  func selection() async throws {
    let fixture = try await Fixture()
    var ben = fixture.eva
    ben.id = fixture.ids.next(at: noon)
    let other = ben
    try await fixture.write { transaction in
      try transaction.insert(other)
      try transaction.select(fixture.eva.id, uid: 1)
      try transaction.select(other.id, uid: .max)
      try transaction.select(other.id, uid: 1)
    }
    let selected = try await fixture.store.read { transaction in
      try [1, UInt32.max, 2].map { try transaction.selectedChild(uid: $0) }
    }
    #expect(selected == [other, other, nil])
  }

  @Test("a setting holds for everything or for one child, until it is reset")
  func settings() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    try await fixture.write { transaction in
      try transaction.setSetting("units", "ml", child: nil)
      try transaction.setSetting("units", "oz", child: nil)
      try transaction.setSetting("units", "ml", child: child)
      try transaction.setSetting("day.start", "04:30", child: child)
    }
    try await fixture.write { try $0.setSetting("day.start", nil, child: child) }
    let (family, own) = try await fixture.store.read { (try $0.settings(child: nil), try $0.settings(child: child)) }
    #expect(family == ["units": "oz"])
    #expect(own == ["units": "ml"])
    let inForce = try await fixture.store.read { try $0.settings(inForceFor: child) }
    #expect(inForce == StoredSettings(family: family, own: own))
    #expect(fixture.committed.all.last?.changes.map(\.operation) == [.delete])
  }

  @Test("a missing child cannot have settings")
  func missing() async throws {
    let fixture = try await Fixture()
    let id: ChildID = fixture.ids.next(at: noon)
    var child = fixture.eva
    child.id = id
    let stranger = child
    let error = BabyError.childNotFound(id.description)
    await #expect(throws: error) { try await fixture.write { try $0.update(stranger) } }
    await #expect(throws: error) { try await fixture.write { try $0.remove(id) } }
    await #expect(throws: error) { try await fixture.write { try $0.restore(id) } }
    await #expect(throws: error) { try await fixture.write { try $0.select(id, uid: 1) } }
    await #expect(throws: error) { try await fixture.write { try $0.setSetting("units", "oz", child: id) } }
  }
}

@Suite("Ended shares on a server")
struct EndedMembershipTests {
  private let directory = TemporaryDirectory()

  @Test("are the latest of each account, each for as long as a machine may be off")
  func bounded() async throws {
    let store = try ServerStore.open(path: directory.path + "/server.db", now: noon)
    defer { try? store.close() }
    let anna = User(id: UserID(high: 0, low: 1), email: "anna@example.org", name: "Anna", createdAt: noon)
    let most = ServerWriter.mostEndedMemberships
    try await store.write(at: noon) { writer in
      _ = try writer.insert(anna, password: "x")
      for number in 0...most { try writer.noteEnd(of: anna.id, ChildID(high: 1, low: UInt64(number))) }
      #expect(try writer.read.endedMemberships(of: anna.id).count == most)
    }
    let latest = ChildID(high: 0, low: 1)
    try await store.write(at: noon + .minutes(1)) { writer in
      try writer.noteEnd(of: anna.id, latest)
      try writer.prune()
    }
    let kept = try await store.read { try $0.endedMemberships(of: anna.id) }
    #expect(kept.count == most && kept.first == latest)
    try await store.write(at: noon + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id).count } == most)
    try await store.write(at: noon + .minutes(1) + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id) } == [latest])
    try await store.write(at: noon + .minutes(2) + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id) } == [])
  }
}
