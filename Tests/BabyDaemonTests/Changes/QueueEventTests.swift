import BabyProtocol
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Entries on their way to the family server are told of")
struct QueueEventTests {
  @Test("waiting when it is logged, discarded when somebody gives it up; a child's own changes are no entry's")
  func waitingAndDiscarded() async throws {
    let daemon = try await TestDaemon(keepsOutbox: true)
    _ = try await daemon.answer(line(1, "changes.subscribe", ["topics": ["queue"]]))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    let note = try JSON(parsing: try await daemon.answer(line(2, "note.log", ["text": "First tooth"])).utf8)
    let id = try #require(note["result"]?["entry"]?["id"])
    #expect(try await told(daemon) == [["entryId": id, "state": "waiting"]])

    _ = try await daemon.answer(line(3, "queue.discard", ["id": id]))
    #expect(try await told(daemon) == [["entryId": id, "state": "discarded"]])
  }

  @Test("who works alone is told of no queue")
  func alone() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line(1, "changes.subscribe", ["topics": ["queue"]]))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    _ = try await daemon.answer(line(2, "note.log", ["text": "First tooth"]))
    #expect(try await told(daemon) == [])
  }

  private func told(_ daemon: TestDaemon) async throws -> [JSON] {
    try await daemon.events().map { try JSON(parsing: $0.utf8) }.filter { $0["params"]?["topic"] == "queue" }
      .compactMap { $0["params"]?["data"] }
  }
}
