import BabyEngine
import BabyModel
import BabyStore
import Foundation
import Synchronization
import Testing

@Suite("Presses and keys")
struct PressTests {
  private let desk = try? Desk()

  private func log(
    _ content: String, client: String = "bar", key: String? = nil, at now: Instant = Desk.noon, dryRun: Bool = false
  ) async throws -> String { try await #require(desk).log(content, client: client, key: key, at: now, dryRun: dryRun) }

  @Test("the same press within a second is one, and gets its answer again")
  func bounce() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", at: Desk.noon + .milliseconds(1)) == "wet 1")
    #expect(try await log("wet", at: Desk.noon + .seconds(1)) == "wet 1")
    #expect(try await log("wet", at: Desk.noon + .milliseconds(1001)) == "wet 2")
  }

  @Test("what another client presses, or another thing, is a press of its own")
  func others() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", client: "tray") == "wet 2")
    #expect(try await log("dirty") == "dirty 3")
    #expect(try await log("wet") == "wet 4", "something else came in between")
    #expect(try await log("wet", client: "tray") == "wet 2")
  }

  @Test("after something that is no press, such as an undo, the same press is meant")
  func afterUndo() async throws {
    #expect(try await log("wet") == "wet 1")
    _ = try await #require(desk).log("undo", client: "bar", key: nil, at: Desk.noon, isPress: false)
    #expect(try await log("wet") == "wet 3")
  }

  @Test("a press from before the clock was set back is none")
  func clockSetBack() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", at: Desk.noon - .milliseconds(1)) == "wet 2")
  }

  @Test("two that are under way at the same time are one")
  func together() async throws {
    let desk = try #require(desk)
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await desk.log("wet", client: "bar", key: nil, at: Desk.noon) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == ["wet 1"])
  }

  @Test("a press that failed, or was only tried out, can be pressed again at once")
  func nothingWritten() async throws {
    let desk = try #require(desk)
    desk.fails.store(true, ordering: .relaxed)
    await #expect(throws: Desk.Failure.self) { try await log("wet") }
    desk.fails.store(false, ordering: .relaxed)
    #expect(try await log("wet", dryRun: true) == "wet 1")
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", client: "tray") == "wet 2")
  }

  @Test("a key stands for one call, also after a restart; a press is forgotten then")
  func restart() async throws {
    #expect(try await log("wet", key: "k") == "wet 1")
    #expect(try await log("dirty") == "dirty 2")
    try desk?.restart()
    #expect(try await log("wet", key: "k", at: Desk.noon + .hours(1)) == "wet 1")
    await #expect(throws: BabyError.idempotencyKeyReused("k")) { try await log("dirty", key: "k") }
    #expect(try await log("dirty") == "dirty 3")
  }
}

/// An engine on a file of its own, where each write adds a child and tells how many there are.
private final class Desk: Sendable {
  struct Failure: Error {}

  /// 2023-11-14 12:00 UTC
  static let noon = Instant(milliseconds: 1_699_963_200_000)

  let fails = Atomic(false)
  private let directory: String
  private let clock = Mutex(noon)
  private let engine: Mutex<Engine?>

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/bb-engine-\(UUID().uuidString)"
    engine = Mutex(nil)
    try restart()
  }

  deinit {
    try? engine.withLock { $0 }?.store.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  func restart() throws {
    try engine.withLock { engine in
      try engine?.store.close()
      let store = try Store.open(path: directory + "/local.db", now: Self.noon)
      engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") { [unowned self] in
        clock.withLock { $0 }
      }
    }
  }

  func log(
    _ content: String, client: String, key: String?, at now: Instant, dryRun: Bool = false, isPress: Bool = true
  ) async throws -> String {
    let engine = try #require(engine.withLock { $0 })
    clock.withLock { $0 = now }
    let call = WriteCall(
      caller: Caller(uid: 1000, client: client), fingerprint: content, idempotencyKey: key, coalescesPresses: isPress,
      isDryRun: dryRun)
    let answer = try await engine.write(call) { [unowned self] book in
      let count = try book.reader.transaction.children().count + 1
      _ = try book.addChild(
        name: "Child \(count)", born: LocalDate(dayNumber: 19_000), zone: nil, sex: nil, feedingStyle: nil, id: nil)
      if fails.load(ordering: .relaxed) { throw Failure() }
      return Array("\(content) \(count)".utf8)
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
