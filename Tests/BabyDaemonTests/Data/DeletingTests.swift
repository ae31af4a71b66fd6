import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("Deleting several entries")
struct DeletingTests {
  private func daemon() async throws -> (daemon: TestDaemon, ids: [String]) {
    let daemon = try await TestDaemon(at: #require(Instant(rfc3339: "2020-06-10T20:00:00Z")))
    _ = try await daemon.call(
      ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_248), zone: "Europe/Berlin"))
    var ids: [String] = []
    for text in ["one", "two", "three"] {
      ids.append("\(try await daemon.call(EntryLog.self, .init(entry: .note(), note: text)).entry.entry.id)")
      daemon.clock.advance(by: .seconds(2))
    }
    return (daemon, ids)
  }

  private func notes(_ daemon: TestDaemon) async throws -> [String?] {
    try await daemon.call(TimelineList.self, .init()).entries.map(\.entry.note)
  }

  @Test("all of them are deleted together, and one undo restores them")
  func together() async throws {
    let (daemon, ids) = try await daemon()
    let answer = try await daemon.call(EntryDeleteSeveral.self, .init(ids: [ids[0], "last", ids[0]]))
    #expect(answer.message == "Deleted 2 entries")
    #expect(answer.entries.map(\.entry.note) == ["one", "three"])
    #expect(answer.children.map(\.name) == ["Eva"])
    #expect(try await notes(daemon) == ["two"])
    let undone = try await daemon.call(Undo.self, .init())
    #expect(undone.message == "Undid: Deleted 2 entries")
    #expect(undone.count == 2)
    #expect(try await notes(daemon) == ["three", "two", "one"])
  }

  @Test("a missing or deleted one keeps all of them", arguments: ["feed0000", "deleted"])
  func nothing(wrong: String) async throws {
    let (daemon, ids) = try await daemon()
    _ = try await daemon.call(EntryDelete.self, .init(id: ids[1]))
    let missing = wrong == "deleted" ? ids[1] : wrong
    await #expect(throws: RPCError.self) {
      try await daemon.call(EntryDeleteSeveral.self, .init(ids: [ids[0], missing, ids[2]]))
    }
    #expect(try await notes(daemon) == ["three", "one"])
    let dry = try await daemon.call(
      EntryDeleteSeveral.self, .init(ids: [ids[0], ids[2]], options: .init(dryRun: true)))
    #expect(dry.isDryRun)
    #expect(try await notes(daemon) == ["three", "one"])
  }

  @Test("none and more than a hundred are refused")
  func bounds() async throws {
    let (daemon, ids) = try await daemon()
    for ids in [[], Array(repeating: ids[0], count: 101)] {
      await #expect(throws: RPCError.self) { try await daemon.call(EntryDeleteSeveral.self, .init(ids: ids)) }
    }
  }
}
