import BabyModel
import Testing

@testable import BabyStore

@Suite("The key of a change")
struct OutboxKeyTests {
  @Test("is made at the first attempt, stays the same for each, and differs between changes")
  func random() async throws {
    let fixture = try await Fixture(keepsOutbox: true)
    let entries = (0..<2).map { _ in fixture.entry() }
    try await fixture.write { transaction in for entry in entries { try transaction.insert(entry) } }
    let first = try await keys(fixture, entries, attempts: 2)
    #expect(first.allSatisfy { Set($0).count == 1 })
    let later = try await keys(fixture, entries, attempts: 1)
    #expect(later == first.map { [$0[0]] })
    #expect(Set(later).count == entries.count)
  }

  /// What each of the entries' changes is sent under, attempt by attempt.
  private func keys(_ fixture: Fixture, _ entries: [Entry], attempts: Int) async throws -> [[Identifier<PendingWrite>]]
  {
    try await fixture.write { transaction in
      try entries.map { entry in
        try (0..<attempts).map { _ in
          try transaction.beginSend(of: #require(transaction.read.outboxRows(of: entry.id).first), as: nil)
        }
      }
    }
  }
}
