public import BabyModel
public import BabyStore
import Synchronization

/// The use cases over one database: who calls, when it is, and which rules apply come together here.
///
/// A decision is pure and synchronous, inside the transaction that applies it (`LogbookWriter`), so that two callers
/// can never decide on the same state. There is no state beside the database but the zones and the last second's
/// presses.
public struct Engine: Sendable {
  public let store: Store
  public let zones: ZoneDatabase
  public let now: @Sendable () -> Instant
  let ids: IDGenerator
  private let systemZone: String
  private let presses = PressDebouncer()

  /// - Parameters:
  ///   - now: the wall clock.
  ///   - systemZone: zone of children that are added without one.
  public init(
    store: Store, zones: ZoneDatabase, ids: IDGenerator, systemZone: String, now: @escaping @Sendable () -> Instant
  ) {
    self.store = store
    self.zones = zones
    self.ids = ids
    self.systemZone = systemZone
    self.now = now
  }

  /// Reads in one transaction; never waits for a writer unless asked to.
  ///
  /// - Parameter behindWrites: see `Store.read`.
  public func read<Answer: Sendable>(
    _ caller: Caller, behindWrites: Bool = false, _ body: @escaping @Sendable (LogbookReader) throws -> Answer
  ) async throws -> Answer {
    let now = now()
    return try await store.read(behindWrites: behindWrites) { transaction in
      try body(LogbookReader(transaction: transaction, zones: zones, caller: caller, now: now))
    }
  }

  /// Runs a write in one transaction and gives its answer after the commit.
  ///
  /// The answer is bytes, so that it can be kept with the idempotency key and given again word for word.
  public func write(
    _ call: WriteCall, _ body: @escaping @Sendable (LogbookWriter) throws -> [UInt8]
  ) async throws -> WriteOutcome {
    let now = now()
    let context = WriteContext(uid: call.caller.uid, client: call.caller.client, at: now, dryRun: call.isDryRun)
    return try await store.write(context) { transaction in
      if let earlier = try call.earlierAnswer(in: transaction, or: presses) { return earlier }
      let before = try transaction.read.lastSeq()
      let answer = try body(writer(in: transaction, caller: call.caller))
      try call.keep(answer, in: transaction, or: presses, after: before)
      return WriteOutcome(answer: answer, isRepeated: false)
    }
  }

  /// Has the caller's undo pass over a step that it could not take back.
  public func skipUndo(of step: StepID, by caller: Caller) async throws {
    try await write(as: caller) { try $0.skip(step) }
  }

  /// Runs a write of the daemon's own in one transaction.
  func write<Answer: Sendable>(
    as caller: Caller, _ body: @escaping @Sendable (LogbookWriter) throws -> Answer
  ) async throws -> Answer {
    try await store.write(WriteContext(uid: caller.uid, client: caller.client, at: now())) { transaction in
      try body(writer(in: transaction, caller: caller))
    }
  }

  private func writer(in transaction: WriteTransaction, caller: Caller) -> LogbookWriter {
    let reader = LogbookReader(
      transaction: transaction.read, zones: zones, caller: caller, now: transaction.context.at)
    return LogbookWriter(
      transaction: transaction, reader: reader, ids: ids, systemZone: systemZone,
      isDryRun: transaction.context.dryRun)
  }

  /// Forgets changes and answers that have outlived their time; entries are never forgotten.
  public func forgetOldChanges() async throws {
    try await store.write(WriteContext(uid: 0, client: "babybasicsd", at: now())) { try $0.prune() }
  }

  /// Sees that every child's zone can be resolved, so that no time is ever shown in a wrong one.
  ///
  /// - Throws: `BabyError.zoneUnknown`, or what the database says.
  public func verifyZones() async throws {
    try zones.verify()
    for child in try await store.read({ try $0.children(includingRemoved: true) }) {
      try zones.verify(child.zone)
    }
  }
}

/// The caller of a method.
public struct Caller: Hashable, Sendable {
  /// User id of the calling process.
  public var uid: UInt32
  /// Name that the client gave itself, or one made from its process id.
  public var client: String

  public init(uid: UInt32, client: String) {
    self.uid = uid
    self.client = client
  }

  /// The daemon itself.
  package static let daemon = Caller(uid: 0, client: "babybasicsd")
}
