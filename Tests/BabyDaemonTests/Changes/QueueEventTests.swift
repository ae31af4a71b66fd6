import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Events about changes on their way to the family server")
struct QueueEventTests {
  @Test("waiting when it is logged, discarded when it is given up; a child's own changes are not an entry's")
  func waitingAndDiscarded() async throws {
    let daemon = try await TestDaemon(keepsOutbox: true)
    _ = try await daemon.answer(line(1, "changes.subscribe", ["topics": ["queue"]]))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    let note = try JSON(
      parsing: try await daemon.answer(line(2, "entry.log", ["kind": "note", "note": "First tooth"])).utf8)
    let id = try #require(note["result"]?["entry"]?["id"])
    #expect(try await told(daemon) == [["entryId": id, "state": "waiting"]])

    _ = try await daemon.answer(line(3, "queue.discard", ["id": id]))
    #expect(try await told(daemon) == [["entryId": id, "state": "discarded"]])
  }

  @Test("without an account there are no queue events")
  func alone() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line(1, "changes.subscribe", ["topics": ["queue"]]))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    _ = try await daemon.answer(line(2, "entry.log", ["kind": "note", "note": "First tooth"]))
    #expect(try await told(daemon) == [])
  }

  @Test("a retry and a discard are sent once they happen, and not for a call that changes nothing")
  func afterCommit() async throws {
    let daemon = try await TestDaemon(keepsOutbox: true)
    _ = try await daemon.answer(line(1, "changes.subscribe", ["topics": ["banner"]]))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    for method in ["queue.retry", "queue.discard"] {
      try await daemon.store.write(WriteContext(uid: 0, client: "sync", at: daemon.clock.now)) { transaction in
        for var row in try transaction.read.outboxRows(limit: 10) {
          (row.state, row.failure) = (.failed, SyncFailure(.server, "It is out of order"))
          try transaction.update(row)
        }
      }
      for (isRehearsal, count) in [(true, 0), (false, 1)] {
        let answer = try JSON(parsing: try await daemon.answer(line(2, method, ["dryRun": .bool(isRehearsal)])).utf8)
        #expect(answer["result"]?["count"] == 1)
        #expect(try await told(daemon, "banner").count == count, "\(method)")
      }
    }
  }

  private func told(_ daemon: TestDaemon, _ topic: String = "queue") async throws -> [JSON] {
    try await daemon.events().map { try JSON(parsing: $0.utf8) }.filter { $0["params"]?["topic"] == .string(topic) }
      .compactMap { $0["params"]?["data"] }
  }
}
