import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Synchronization
import Testing

@testable import BabyDaemon

@Suite("Status for the service manager")
struct StatusTests {
  @Test("is updated after a sleep or a change of a child, and not after anything else")
  func concerns() async throws {
    let now = Instant(milliseconds: 1_606_000_000_000)
    let directory = FileManager.default.temporaryDirectory.path + "/bbstatus-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let concerns = Mutex(false)
    let store = try Store.open(
      path: directory + "/local.db", now: now, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor
    ) { commit in
      concerns.withLock { $0 = commit.concernsStatus }
    }
    let engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") { now }
    func concernsStatus(_ body: @escaping @Sendable (LogbookWriter) throws -> Void) async throws -> Bool {
      let call = WriteCall(
        caller: Caller(uid: 1000, client: "test"), fingerprint: "", idempotencyKey: nil, coalescesPresses: false,
        isDryRun: false)
      _ = try await engine.write(call) { book in
        try body(book)
        return []
      }
      return concerns.withLock { $0 }
    }
    #expect(
      try await concernsStatus {
        _ = try $0.addChild(ChildAdd.Params(name: "Eva", born: LocalDate(dayNumber: 18_000)))
      })
    #expect(
      try await !concernsStatus { _ = try $0.logEntry(.init(entry: .diaper(.wet))) })
    #expect(try await concernsStatus { _ = try $0.startTimer(.init(timer: .sleep)) })
    #expect(try await !concernsStatus { _ = try $0.setSetting("units", to: "oz", child: nil) })
    try store.close()
  }
}
