import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Synchronization
import Testing

@Suite("Presses and keys")
struct PressTests {
  private let fixture = try? PressFixture()

  private func log(
    _ content: String, client: String = "bar", key: String? = nil, at now: Instant = PressFixture.noon,
    dryRun: Bool = false
  ) async throws -> String {
    try await #require(fixture).log(content, client: client, key: key, at: now, dryRun: dryRun)
  }

  @Test("the same press within a second counts once, and gets the same answer")
  func bounce() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", at: PressFixture.noon + .milliseconds(1)) == "wet 1")
    #expect(try await log("wet", at: PressFixture.noon + .seconds(1)) == "wet 1")
    #expect(try await log("wet", at: PressFixture.noon + .milliseconds(1001)) == "wet 2")
  }

  @Test("another client's press, or another action, is a separate press")
  func others() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", client: "tray") == "wet 2")
    #expect(try await log("dirty") == "dirty 3")
    #expect(try await log("wet") == "wet 4", "something else came in between")
    #expect(try await log("wet") == "wet 4")
  }

  @Test("after another change of the child, the same press is intended", arguments: PressFixture.Between.allCases)
  fileprivate func between(what: PressFixture.Between) async throws {
    let fixture = try #require(fixture)
    #expect(try await log("wet") == "wet 1")
    try await fixture.write(what)
    let count = try await fixture.count
    _ = try await log("wet")
    #expect(try await fixture.count == count + 1)
  }

  @Test("changes of another child, or confirmations by the server, do not end a press")
  func elsewhere() async throws {
    let fixture = try #require(fixture)
    #expect(try await log("wet") == "wet 1")
    try await fixture.write(ofChild: "Max")
    try await fixture.confirm()
    #expect(try await log("wet") == "wet 1")
  }

  @Test("actions for after the commit are dropped without one")
  func afterCommit() async throws {
    let fixture = try #require(fixture)
    #expect(try await fixture.notesCommit())
    #expect(try await !fixture.notesCommit(dryRun: true))
    #expect(try await !fixture.notesCommit(failing: true))
  }

  @Test("a press from before the clock was set back does not count")
  func clockSetBack() async throws {
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", at: PressFixture.noon - .milliseconds(1)) == "wet 2")
  }

  @Test("two at the same time count as one")
  func together() async throws {
    let fixture = try #require(fixture)
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await fixture.log("wet", client: "bar", key: nil, at: PressFixture.noon) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == ["wet 1"])
  }

  @Test("a failed press, or a dry run, can be repeated at once")
  func nothingWritten() async throws {
    let fixture = try #require(fixture)
    fixture.fails.store(true, ordering: .relaxed)
    await #expect(throws: PressFixture.Failure.self) { try await log("wet") }
    fixture.fails.store(false, ordering: .relaxed)
    #expect(try await log("wet", dryRun: true) == "wet 1")
    #expect(try await log("wet") == "wet 1")
    #expect(try await log("wet", client: "tray") == "wet 2")
  }

  @Test("a key identifies one call, also after a restart; a press is forgotten then")
  func restart() async throws {
    #expect(try await log("wet", key: "k") == "wet 1")
    #expect(try await log("dirty") == "dirty 2")
    try fixture?.restart()
    #expect(try await log("wet", key: "k", at: PressFixture.noon + .hours(1)) == "wet 1")
    await #expect(throws: BabyError.idempotencyKeyReused("k")) { try await log("dirty", key: "k") }
    #expect(try await log("dirty") == "dirty 3")
  }
}

/// An engine on a file of its own, where each write logs a diaper of Eva's and tells how many there are.
private final class PressFixture: Sendable {
  struct Failure: Error {}

  /// What can come between two presses.
  enum Between: CaseIterable {
    case keyed, others, undo, daemon, settings
  }

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
      let store = try Store.open(
        path: directory + "/local.db", now: Self.noon, readExecutor: globalConcurrentExecutor,
        writeExecutor: globalConcurrentExecutor)
      engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") { [unowned self] in
        clock.withLock { $0 }
      }
    }
  }

  private var current: Engine { get throws { try #require(engine.withLock { $0 }) } }

  var count: Int { get async throws { try await current.read(Self.caller("test")) { try $0.diapers() } } }

  func log(
    _ content: String, client: String, key: String?, at now: Instant, dryRun: Bool = false
  ) async throws -> String {
    clock.withLock { $0 = now }
    let call = WriteCall(
      caller: Self.caller(client), fingerprint: content, idempotencyKey: key, coalescesPresses: true, isDryRun: dryRun)
    let written = Mutex(false)
    let outcome = try await current.write(call) { [unowned self] book in
      written.withLock { $0 = true }
      try book.add("Eva")
      _ = try book.logEntry(.init(childID: "Eva", entry: .diaper(.wet)))
      if fails.load(ordering: .relaxed) { throw Failure() }
      return Array("\(content) \(try book.reader.diapers())".utf8)
    }
    // Only a repeat of the same press is marked as one; a key returns the result of its call. Of simultaneous presses,
    // a later one may be answered first.
    #expect(outcome.isRepeated == (key == nil && !written.withLock { $0 }))
    return String(decoding: outcome.answer, as: UTF8.self)
  }

  /// A write that is not a press.
  private func write(
    uid: UInt32 = 1000, client: String = "bar", key: String? = nil, dryRun: Bool = false,
    _ body: @escaping @Sendable (LogbookWriter) throws -> Void
  ) async throws {
    let call = WriteCall(
      caller: Caller(uid: uid, client: client), fingerprint: "write", idempotencyKey: key, coalescesPresses: false,
      isDryRun: dryRun)
    _ = try await current.write(call) { book in
      try body(book)
      return []
    }
  }

  func write(ofChild child: String) async throws {
    try await write(uid: 1001) { book in
      try book.add(child)
      _ = try book.logEntry(.init(childID: child, entry: .diaper(.wet)))
    }
  }

  func write(_ what: Between) async throws {
    switch what {
    case .keyed:
      try await write(key: "k") { _ = try $0.logEntry(.init(childID: "Eva", entry: .diaper(.wet))) }
    case .others:
      try await write(uid: 1001, client: "tray") {
        _ = try $0.startTimer(.init(childID: "Eva", timer: .sleep))
      }
    case .undo: try await write { _ = try $0.undo() }
    case .daemon:
      // As what comes from the family server, or out of a file.
      try await current.store.write(WriteContext(uid: 0, client: "babybasicsd", at: Self.noon)) { transaction in
        guard let eva = try transaction.read.children().first else { return }
        let entry = Entry(
          id: IDGenerator().next(at: Self.noon), childID: eva.id, content: .diaper(.wet), start: Self.noon,
          createdAt: Self.noon, updatedAt: Self.noon)
        try transaction.adopt(entry)
      }
    case .settings: try await write { _ = try $0.setSetting("units", to: "oz", child: nil) }
    }
  }

  /// The family server's answer to what was logged.
  func confirm() async throws {
    try await current.store.write(WriteContext(uid: 0, client: "babybasicsd", at: Self.noon)) { transaction in
      for child in try transaction.read.children() where child.name == "Eva" {
        guard var entry = try transaction.read.lastLoggedEntry(child: child.id) else { continue }
        entry.updatedAt = entry.updatedAt + .milliseconds(7)
        try transaction.adopt(entry)
      }
    }
  }

  /// Whether what a write has asked for is noted.
  func notesCommit(dryRun: Bool = false, failing: Bool = false) async throws -> Bool {
    let noted = Noted()
    do {
      try await write(dryRun: dryRun) { book in
        try book.add("Eva")
        book.afterCommit { noted.value.store(true, ordering: .relaxed) }
        let isEarly = noted.value.load(ordering: .relaxed)
        #expect(!isEarly)
        if failing { throw Failure() }
      }
    } catch is Failure {}
    return noted.value.load(ordering: .relaxed)
  }

  private final class Noted: Sendable { let value = Atomic(false) }

  private static func caller(_ client: String) -> Caller { Caller(uid: 1000, client: client) }
}

extension LogbookReader {
  fileprivate func diapers() throws -> Int {
    try transaction.children().reduce(0) { try $0 + (transaction.entryCounts(child: $1.id)[.diaper] ?? 0) }
  }
}

extension LogbookWriter {
  /// Adds a child of this name, unless there is one.
  fileprivate func add(_ name: String) throws {
    guard try !reader.transaction.children().contains(where: { $0.name == name }) else { return }
    _ = try addChild(ChildAdd.Params(name: name, born: LocalDate(dayNumber: 19_000), id: IDGenerator().next(at: now)))
  }
}
