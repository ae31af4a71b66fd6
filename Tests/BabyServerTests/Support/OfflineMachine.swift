import BabyEngine
import BabyModel
import BabyProtocol
import Synchronization

@testable import BabyStore

/// A machine without the way to a server: what a daemon says, with a clock that stands until it is set.
final class OfflineMachine: Sendable {
  static let caller = BabyEngine.Caller(uid: 1000, client: "test")

  let engine: Engine
  private let child: ChildID
  private let clock: Clock

  private final class Clock: Sendable {
    let now: Mutex<Instant>
    init(_ now: Instant) { self.now = Mutex(now) }
  }

  var now: Instant {
    get { clock.now.withLock { $0 } }
    set { clock.now.withLock { $0 = newValue } }
  }

  init(of eva: Child, _ log: [Entry], in directory: String, at now: Instant) async throws {
    let store = try Store.open(
      path: directory + "/local.db", now: now, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    let clock = Clock(now)
    self.clock = clock
    child = eva.id
    engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") {
      clock.now.withLock { $0 }
    }
    try await store.write(WriteContext(uid: 1000, client: "test", at: now)) { transaction in
      try transaction.label("Logged")
      try transaction.insert(eva)
      for entry in log { try transaction.insert(entry) }
    }
  }

  func close() throws { try engine.store.close() }

  func set(_ key: String, _ value: String, of child: ChildID?) async throws {
    try await engine.store.write(WriteContext(uid: 1000, client: "test", at: now)) {
      try $0.label("Set")
      try $0.setSetting(key, value, child: child)
    }
  }

  func write(_ body: @escaping @Sendable (LogbookWriter) throws -> Void) async throws {
    let call = WriteCall(
      caller: Self.caller, fingerprint: "", idempotencyKey: nil, coalescesPresses: false, isDryRun: false)
    _ = try await engine.write(call) { book in
      try body(book)
      return []
    }
  }

  func write<Outcome>(_ body: @escaping @Sendable (LogbookWriter) throws -> Outcome) async throws {
    try await write { _ = try body($0) }
  }

  /// What `reminder.list` says, but for what is yet to come.
  func reminders() async throws -> [ReminderRecord] {
    let now = now
    return try await engine.read(Self.caller) { [child] book in
      let list = book.reminderList([try book.reminders(of: book.anyChild("\(child)"))])
      return list.open + list.waiting.filter { $0.due <= now || $0.snoozedUntil != nil }
    }
  }
}
