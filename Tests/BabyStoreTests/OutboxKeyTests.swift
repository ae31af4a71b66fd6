import BabyModel
import GRDB
import Testing

@testable import BabyStore

@Suite("What a change is sent under")
struct OutboxKeyTests {
  @Test("is made at the first attempt, stays the same with each, and is no other change's")
  func random() async throws {
    let (store, entries) = try await store()
    try await store.write(context) { transaction in
      for entry in entries {
        guard let row = try transaction.read.outboxRows(of: entry.id).first else { throw Damage() }
        #expect(row.key == nil)
        for _ in 0..<2 { try transaction.beginSend(of: row, as: nil) }
      }
    }
    let first = try await keys(store, entries)
    #expect(Set(first).count == entries.count && first.allSatisfy { $0?.count == 16 })
    try await store.write(context) { transaction in
      for entry in entries {
        for row in try transaction.read.outboxRows(of: entry.id) { try transaction.beginSend(of: row, as: nil) }
      }
    }
    #expect(try await keys(store, entries) == first)
  }

  @Test("stays what an earlier version has sent it under")
  func earlier() async throws {
    let (store, entries) = try await store()
    try await store.write(context) { transaction in
      try transaction.db.run("UPDATE outbox SET is_attempted = 1")
      for entry in entries {
        for row in try transaction.read.outboxRows(of: entry.id) { try transaction.beginSend(of: row, as: nil) }
      }
    }
    #expect(try await keys(store, entries) == [nil, nil])
  }

  private let context = WriteContext(uid: 1000, client: "test", at: noon)
  private let directory = TemporaryDirectory()

  private func keys(_ store: Store, _ entries: [Entry]) async throws -> [[UInt8]?] {
    try await store.read { transaction in
      try entries.map { try transaction.outboxRows(of: $0.id).first?.key }
    }
  }

  /// Two entries that are not sent yet.
  private func store() async throws -> (Store, [Entry]) {
    let ids = IDGenerator(random: SeededRandom(seed: 3).next)
    let store = try Store.open(
      path: directory.path + "/account.db", now: noon, keepsOutbox: true, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    let eva = Child(
      id: ids.next(at: noon), name: "Eva", born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
    let entries = (0..<2).map { _ in
      Entry(
        id: ids.next(at: noon), childID: eva.id, content: .diaper(.wet), start: noon, createdAt: noon, updatedAt: noon)
    }
    try await store.write(context) { transaction in
      try transaction.insert(eva)
      for entry in entries { try transaction.insert(entry) }
    }
    return (store, entries)
  }
}
