import BabyProtocol
import Foundation
import TestSupport
import Testing

@testable import BabyDaemon

@Suite("Errors that stay until they are resolved")
struct BannerTests {
  private let full = RPCError(.storeFull, "The disk is full: /data/local.db cannot grow. Nothing was changed.")

  private func subscribe(_ daemon: TestDaemon) async throws -> JSON {
    let line = line(1, "changes.subscribe", ["topics": ["banner"]])
    return try JSON(parsing: try await daemon.answer(line).utf8)["result"]?["snapshot"]?["banner"] ?? .null
  }

  @Test("a database that cannot be written is reported once, is in snapshots, and is resolved by the next write")
  func storeError() async throws {
    let daemon = try await TestDaemon()
    #expect(try await subscribe(daemon) == ["unresolved": []])
    daemon.feed.failed(full)
    daemon.feed.failed(full)
    let told = try await daemon.events().map { try JSON(parsing: $0.utf8)["params"]?["data"] }
    #expect(told.count == 1)
    #expect(told[0]?["severity"] == "error")
    #expect(told[0]?["text"] == .string(full.message))
    #expect(told[0]?["lifetimeSeconds"] == nil)

    let unresolved = try await subscribe(daemon)["unresolved"]?.arrayValue
    #expect(unresolved?.map { $0["id"] } == ["store.full"])

    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: #require(.init(year: 2020, month: 8, day: 1))))
    let resolved = try await daemon.events().map { try JSON(parsing: $0.utf8)["params"]?["data"] }
    #expect(resolved.allSatisfy { $0?["id"] == "store.full" && $0?["resolved"] == true })
    #expect(resolved.count == 2, "one for each subscription")
    #expect(try await subscribe(daemon) == ["unresolved": []])
  }

  @Test("events that could not be sent because the database was unreadable are sent later")
  func failingRead() async throws {
    let daemon = try await TestDaemon()
    _ = try await subscribe(daemon)
    try await sqlite(daemon.store.path, "ALTER TABLE change RENAME TO elsewhere")
    daemon.feed.tell([BannerRecord(id: "1", severity: .error, text: "It was not sent")])
    await #expect(throws: (any Error).self, "nothing can be read") { try await daemon.events() }
    #expect(daemon.sink.take() == [])
    try await sqlite(daemon.store.path, "ALTER TABLE elsewhere RENAME TO change")
    let told = try await daemon.events().map { try JSON(parsing: $0.utf8)["params"]?["data"]?["text"] }
    #expect(told == ["It was not sent"])
  }

  @Test("a database that cannot be read is in the daemon's status, and does not make status fail")
  func statusOfUnreadable() async throws {
    let daemon = try await TestDaemon()
    #expect(try await daemon.call(DaemonStatus.self, .init()).trouble == nil)
    try await sqlite(daemon.store.path, "ALTER TABLE child RENAME TO elsewhere")
    let status = try await daemon.call(DaemonStatus.self, .init())
    #expect(status.trouble?.contains(daemon.store.path) == true)
    #expect(status.pid == 1)
  }

  /// What another program does to the file.
  private func sqlite(_ path: String, _ statement: String) async throws {
    try await StartedProgram.run(["sqlite3", "-bail", path, statement])
  }

  @Test("one caller's errors are not sent to others")
  func callersError() async throws {
    let daemon = try await TestDaemon()
    _ = try await subscribe(daemon)
    let answer = try JSON(parsing: try await daemon.answer(line(2, "timer.stop", ["kind": "sleep"])).utf8)
    #expect(answer.errorName == "child.none")
    #expect(try await daemon.events() == [])
  }
}
