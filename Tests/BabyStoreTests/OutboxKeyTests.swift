import BabyModel
import GRDB
import TestSupport
import Testing

@testable import BabyStore

@Suite("The key of a change")
struct OutboxKeyTests {
  @Test("is made at the first attempt, stays the same for each, and differs between changes")
  func random() async throws {
    let (store, entries) = try await store()
    let first = try await keys(store, entries, attempts: 2)
    #expect(first.allSatisfy { Set($0).count == 1 })
    let later = try await keys(store, entries, attempts: 1)
    #expect(later == first.map { [$0[0]] })
    #expect(Set(later).count == entries.count)
  }

  private let context = WriteContext(uid: 1000, client: "test", at: noon)
  private let directory = TemporaryDirectory()

  /// What each of the entries' changes is sent under, attempt by attempt.
  private func keys(
    _ store: Store, _ entries: [Entry], attempts: Int
  ) async throws -> [[Identifier<PendingWrite>]] {
    try await store.write(context) { transaction in
      try entries.map { entry in
        try (0..<attempts).map { _ in
          try transaction.beginSend(of: #require(transaction.read.outboxRows(of: entry.id).first), as: nil)
        }
      }
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
