import BabyModel
import Foundation
import Testing

@testable import BabyStore

@Suite("Origins of entries")
struct OriginTests {
  private func origin(_ number: Int64 = 1, at instant: Instant = noon) -> EntryOrigin {
    EntryOrigin(format: "huckleberry-csv", importedAt: instant, digest: ContentDigest(value: number))
  }

  private func origin(_ fixture: Fixture, _ id: EntryID) async throws -> EntryOrigin? {
    try await fixture.store.read { try $0.origin(of: id) }
  }

  @Test("are known for imported entries, and for no others")
  func known() async throws {
    let fixture = try await Fixture()
    let (imported, logged) = (fixture.entry(), fixture.entry())
    let origin = origin()
    try await fixture.write { transaction in
      #expect(try transaction.insertIfAbsent(imported, from: origin))
      #expect(try !transaction.insertIfAbsent(imported, from: origin))
      try transaction.insert(logged)
    }
    #expect(try await self.origin(fixture, imported.id) == origin)
    #expect(try await self.origin(fixture, logged.id) == nil)
    #expect(try await self.origin(fixture, EntryID(high: 1, low: 1)) == nil)
    #expect(
      try await fixture.store.read { try $0.storedEntry(imported.id) } == StoredEntry(entry: imported, origin: origin))
  }

  @Test("stay when the entry is changed, deleted or undone")
  func stays() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let origin = origin()
    try await fixture.write { _ = try $0.insertIfAbsent(entry, from: origin) }
    try await fixture.write { transaction in
      var edited = entry
      edited.note = "a lot"
      try transaction.update(edited)
    }
    #expect(try await self.origin(fixture, entry.id) == origin)
    try await fixture.write { _ = try $0.undo(uid: Fixture.me) }
    #expect(try await self.origin(fixture, entry.id) == origin)
    try await fixture.write { _ = try $0.undo(uid: Fixture.me) }
    #expect(try await self.origin(fixture, entry.id) == origin)
    #expect(try await fixture.store.read { try $0.entry(entry.id) }?.deletedAt != nil)
  }

  @Test("return when an import's change is undone, and again when it is redone")
  func undone() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let (first, second) = (origin(1), origin(2, at: noon + .hours(1)))
    try await fixture.write { _ = try $0.insertIfAbsent(entry, from: first) }
    try await fixture.write { transaction in
      var changed = entry
      changed.content = .diaper(.dirty)
      try transaction.update(changed, from: second)
    }
    for _ in 0..<2 {
      #expect(try await origin(fixture, entry.id) == second)
      try await fixture.write { _ = try $0.undo(uid: Fixture.me) }
      #expect(try await origin(fixture, entry.id) == first)
      #expect(try await fixture.store.read { try $0.entry(entry.id) }?.content == .diaper(.wet))
      try await fixture.write { _ = try $0.redo(uid: Fixture.me) }
    }
    #expect(try await fixture.store.read { try $0.entry(entry.id) }?.content == .diaper(.dirty))
  }

  @Test("are deleted with a purged child, from the file, too")
  func purged() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let origin = origin(0x4142_4344_4546)
    try await fixture.write { _ = try $0.insertIfAbsent(entry, from: origin) }
    try await fixture.write { transaction in
      var changed = entry
      changed.note = "changed"
      try transaction.update(changed, from: origin)
    }
    let traces = [Data("huckleberry-csv".utf8), Data("ABCDEF".utf8)]
    func isInFiles(_ trace: Data) throws -> Bool {
      try ["", "-wal"].contains { end in
        try Files.exists(fixture.path + end) && Files.bytes(of: fixture.path + end).range(of: trace) != nil
      }
    }
    for trace in traces { #expect(try isInFiles(trace)) }
    let eva = fixture.eva
    try await fixture.write(uid: 0) { try $0.purge(eva) }
    try fixture.store.close()
    for trace in traces { #expect(try !isInFiles(trace)) }
    try fixture.verifyIntegrity()
  }

  @Test("stay with a child that gets another id, but no row matches the entry any more")
  func moved() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    let origin = origin()
    try await fixture.write { _ = try $0.insertIfAbsent(entry, from: origin) }
    let (eva, moved) = (fixture.eva, EntryID(high: 5, low: 5))
    try await fixture.write(uid: 0) { try $0.move(eva, to: ChildID(high: 6, low: 6)) { _ in moved } }
    var expected = origin
    expected.digest = nil
    #expect(try await self.origin(fixture, moved) == expected)
    try fixture.verifyIntegrity()
  }

  @Test("entries of a time are read by the index, with their origins")
  func stretch() async throws {
    let fixture = try await Fixture()
    let entries = (0..<4).map { fixture.entry(at: noon + .minutes($0)) }
    let origin = origin()
    try await fixture.write { transaction in
      for entry in entries { _ = try transaction.insertIfAbsent(entry, from: origin) }
      try transaction.delete(entries[2].id)
    }
    let eva = fixture.eva.id
    let there = try await fixture.store.read {
      try $0.storedEntries(child: eva, in: noon + .minutes(1)...noon + .minutes(3), limit: 10)
    }
    #expect(there.map(\.entry.id) == [entries[1].id, entries[3].id] && there.allSatisfy { $0.origin == origin })
  }
}
