import BabyModel
import BabyStore
import Testing

@Suite("Children, selection and settings")
struct FamilyTests {
  @Test("a child comes back as it went in, and an update keeps when it was added")
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

  @Test("a removed child is out of sight, keeps its entries, and can be restored")
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

  @Test("each uid has a child of its own")
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

  @Test("a setting holds for everything or for one child, until it is taken back")
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

  @Test("nothing can be said of a child that is not there")
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
