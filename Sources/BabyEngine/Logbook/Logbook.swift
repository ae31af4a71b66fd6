public import BabyModel
public import BabyProtocol
public import BabyStore

/// One caller's view of the database within one transaction.
public struct LogbookReader {
  public let transaction: ReadTransaction
  public let caller: Caller
  public let now: Instant
  private let zones: ZoneDatabase

  init(transaction: ReadTransaction, zones: ZoneDatabase, caller: Caller, now: Instant) {
    self.transaction = transaction
    self.zones = zones
    self.caller = caller
    self.now = now
  }

  /// The same state, as another caller sees it.
  public func asked(by caller: Caller) -> LogbookReader {
    LogbookReader(transaction: transaction, zones: zones, caller: caller, now: now)
  }

  /// The child that a call is about.
  ///
  /// - Parameter reference: id or name; nil is the caller's current child, or the first that was added.
  /// - Throws: `BabyError.noChild`, `.childNotFound` or `.childRemoved`.
  public func child(_ reference: String?) throws -> Child {
    guard let reference else { return try currentChild() }
    let child = try anyChild(reference)
    guard child.removedAt == nil else { throw BabyError.childRemoved(name: child.name) }
    return child
  }

  /// A child, removed or not. A name prefers a child that is not removed.
  public func anyChild(_ reference: String) throws -> Child {
    if let id = ChildID(reference) {
      guard let child = try transaction.child(id) else { throw BabyError.childNotFound(reference) }
      return child
    }
    let named = try transaction.children(includingRemoved: true).filter { $0.name.isSameName(as: reference) }
    // Two machines may have added Tom and tom.
    let exact = named.first { $0.removedAt == nil && $0.name == reference }
    guard let child = exact ?? named.first(where: { $0.removedAt == nil }) ?? named.last else {
      throw BabyError.childNotFound(reference)
    }
    return child
  }

  private func currentChild() throws -> Child {
    if let child = try transaction.selectedChild(uid: caller.uid), child.removedAt == nil { return child }
    guard let first = try transaction.children(includingRemoved: false).first else { throw BabyError.noChild }
    return first
  }

  /// Whether calls without a child mean this one.
  public func isCurrent(_ child: Child) throws -> Bool {
    guard child.removedAt == nil else { return false }
    return try currentChild().id == child.id
  }

  public func zone(_ name: String) throws -> ZoneRules { try zones.rules(for: name) }

  public func settings(of child: Child) throws -> Settings {
    let stored = try transaction.settings(inForceFor: child.id)
    return Settings(family: stored.family, child: stored.own)
  }

  /// The entry that a call is about.
  ///
  /// - Parameter reference: id, the last 4 or more characters of one, or `last` for the one logged last.
  /// - Throws: `BabyError.entryNotFound`.
  public func entry(_ reference: String) throws -> Entry {
    if let id = EntryID(reference) {
      guard let entry = try transaction.entry(id) else { throw BabyError.entryNotFound(reference) }
      return entry
    }
    if reference == "last" {
      guard let entry = try transaction.lastLoggedEntry(child: try currentChild().id) else {
        throw BabyError.entryNotFound(reference)
      }
      return entry
    }
    guard reference.utf8.count >= 4, let entry = try transaction.entry(endingIn: reference) else {
      throw BabyError.entryNotFound(reference)
    }
    return entry
  }

  /// An entry on the wire, with its times as the child's clocks show them.
  public func record(_ entry: Entry, of child: Child) throws -> EntryRecord {
    EntryRecord(entry, in: try zone(child.zone))
  }
}

/// One caller's write: decides and applies within one transaction.
///
/// Its methods are in files by subject: entries, timers, phrases, children, reminders.
public struct LogbookWriter {
  let transaction: WriteTransaction
  public let reader: LogbookReader
  let ids: IDGenerator
  let systemZone: String
  public let isDryRun: Bool

  public var now: Instant { reader.now }

  /// Has something noted that is true once this is on the disk; nothing is when it fails or is a dry run.
  public func afterCommit(_ action: @escaping () -> Void) { transaction.afterCommit(action) }

  /// Number of the database's last change, this write's own included.
  public var seq: Int { get throws { Int(try reader.transaction.lastSeq()) } }
}

extension String {
  package func isSameName(as other: String) -> Bool { lowercased() == other.lowercased() }
}
