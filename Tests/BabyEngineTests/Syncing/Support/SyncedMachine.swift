import BabyEngine
import BabyModel
import BabyStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// 2023-11-14 12:00 UTC
let noon = Instant(milliseconds: 1_699_963_200_000)

/// An engine on an account's database of its own, and what a daemon does with it, step by step.
final class SyncedMachine: Sendable {
  let name: String
  let path: String
  private let clock: Mutex<Instant>
  private let opened: Mutex<Engine>
  let keepsOutbox: Bool
  let ids: IDGenerator

  static let uid: UInt32 = 1000

  init(_ name: String = "Anna", at now: Instant = noon, keepsOutbox: Bool = true, seed: UInt64 = 1) throws {
    self.name = name
    self.keepsOutbox = keepsOutbox
    let directory = FileManager.default.temporaryDirectory.path + "/bb-sync-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    path = directory + "/account.db"
    clock = Mutex(now)
    ids = IDGenerator(random: SeededRandom(seed: seed).next)
    opened = Mutex(try Self.open(path, keepsOutbox: keepsOutbox, ids: ids, at: now))
    setClock()
  }

  deinit {
    try? store.close()
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  private static func open(_ path: String, keepsOutbox: Bool, ids: IDGenerator, at now: Instant) throws -> Engine {
    let store = try Store.open(
      path: path, now: now, ids: ids, keepsOutbox: keepsOutbox, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    return Engine(store: store, zones: ZoneDatabase(), ids: ids, systemZone: "UTC") { now }
  }

  /// An engine whose clock is the machine's.
  private func setClock() {
    opened.withLock { engine in
      engine = Engine(store: engine.store, zones: engine.zones, ids: ids, systemZone: "UTC") { [unowned self] in now }
    }
  }

  var engine: Engine { opened.withLock { $0 } }
  var store: Store { engine.store }

  var now: Instant {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  func pass(_ time: Duration) { now = now + time }

  /// As a daemon does that died and was started again.
  func restart() throws {
    try store.close()
    opened.withLock { $0 = (try? Self.open(path, keepsOutbox: keepsOutbox, ids: ids, at: now)) ?? $0 }
    setClock()
  }

  /// Simulates an older copy of the data folder.
  func replaceFile(with copy: String) throws {
    try store.close()
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    try FileManager.default.copyItem(atPath: copy, toPath: path)
    opened.withLock { $0 = (try? Self.open(path, keepsOutbox: keepsOutbox, ids: ids, at: now)) ?? $0 }
    setClock()
  }

  // MARK: Local changes

  @discardableResult
  func change<Value: Sendable>(
    dryRun: Bool = false, _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws -> Value {
    try await store.write(WriteContext(uid: Self.uid, client: "test", at: now, dryRun: dryRun)) { transaction in
      try transaction.label("Changed")
      return try body(transaction)
    }
  }

  @discardableResult
  func ask<Value: Sendable>(
    as uid: UInt32 = SyncedMachine.uid, _ body: @escaping @Sendable (LogbookWriter) throws -> Value
  ) async throws -> Value {
    let answer = Mutex<Value?>(nil)
    let call = WriteCall(
      caller: Caller(uid: uid, client: "test"), fingerprint: "", idempotencyKey: nil, coalescesPresses: false,
      isDryRun: false)
    _ = try await engine.write(call) { book in
      let value = try body(book)
      answer.withLock { $0 = value }
      return []
    }
    return try #require(answer.withLock { $0 })
  }

  func entry(
    _ content: EntryContent = .diaper(.wet), of child: Child, at start: Instant? = nil, for length: Duration? = nil
  ) -> Entry {
    let start = start ?? now
    return Entry(
      id: ids.next(at: start), childID: child.id, content: content, start: start, end: length.map { start + $0 },
      createdAt: now, updatedAt: now)
  }

  @discardableResult
  func log(
    _ content: EntryContent = .diaper(.wet), of child: Child, at start: Instant? = nil, for length: Duration? = nil
  ) async throws -> Entry {
    let entry = entry(content, of: child, at: start, for: length)
    try await change { try $0.insert(entry) }
    return entry
  }

  func child(_ name: String) -> Child {
    Child(
      id: ids.next(at: noon), name: name, born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
  }

  func add(_ name: String) async throws -> Child {
    let child = child(name)
    try await change { try $0.insert(child) }
    return child
  }

  func edit(_ id: ChildID, _ body: @escaping @Sendable (inout Child) -> Void) async throws {
    try await change { transaction in
      guard var child = try transaction.read.child(id) else { return }
      body(&child)
      try transaction.update(child)
    }
  }

  func note(_ text: String, on id: EntryID) async throws {
    try await change { transaction in
      guard var entry = try transaction.read.entry(id) else { return }
      entry.note = text
      try transaction.update(entry)
    }
  }

  func stop(_ id: EntryID) async throws {
    let now = now
    try await change { transaction in
      guard var entry = try transaction.read.entry(id) else { return }
      entry.end = now
      try transaction.update(entry)
    }
  }

  // MARK: What is there

  func shown(_ id: EntryID) async throws -> Entry? { try await store.read { try $0.entry(id) } }

  func queue() async throws -> [QueuedChange] {
    try await engine.read(Caller(uid: Self.uid, client: "test")) { try $0.queueItems(limit: 1000) }
  }

  func inbox() async throws -> [InboxItem] { try await store.read { try $0.inbox(limit: 1000) } }

  // MARK: The daemon's loop

  /// The next change, as it is about to be sent.
  func next() async throws -> PendingWrite? {
    guard case .send(let write) = try await engine.nextWrite(at: now) else { return nil }
    return write
  }

  /// Sends the next change and settles it with a result that the test makes up.
  @discardableResult
  func send(_ result: (PendingWrite) -> SendResult) async throws -> SyncOutcome {
    let write = try #require(try await next(), "nothing is to be sent now")
    return try await engine.settle(write, result(write))
  }

  /// Sends all that can be sent now.
  @discardableResult
  func send(to server: ModelServer) async throws -> [SyncOutcome] {
    var outcomes: [SyncOutcome] = []
    while let write = try await next() {
      let outcome = try await engine.settle(write, server.answer(to: write, from: name))
      outcomes.append(outcome)
      if case .child(let child, isNew: true, base: _) = write.content, case .sent = outcome {
        try await engine.resyncIfUnsure(of: child.id)
      }
    }
    return outcomes
  }

  func poll(_ server: ModelServer, limit: Int = 500) async throws {
    while true {
      let known = try await engine.syncState()
      switch server.changes(after: known.position, limit: limit, settings: known.settingsPosition) {
      case .page(let page, let tag):
        if try await !engine.merge(page, tag: tag, me: name).hasMore { return }
      default: try await engine.resync()
      }
    }
  }

  func sync(_ server: ModelServer) async throws {
    try await send(to: server)
    try await poll(server)
  }

  /// Asks, and sends all settings that can be sent now.
  ///
  /// - Returns: the values that were sent, by their keys, in their order.
  @discardableResult
  func shareSettings(_ server: ModelServer, refusal: Refusal? = nil) async throws -> [String] {
    var sent: [String] = []
    try await sync(server)
    while let next = try await engine.nextSetting() {
      sent.append("\(next.setting.place.key) \(next.setting.value ?? "-")")
      try await engine.settle(next, server.answer(to: next, refusal: refusal))
    }
    return sent
  }

  func settings(of child: Child? = nil) async throws -> [String: String] {
    try await store.read { try $0.settings(child: child?.id) }
  }
}
