public import BabyModel
import GRDB

/// Changes that the server has not confirmed.
extension ReadTransaction {
  /// The changes of an entry, in the order in which they were made.
  public func outboxRows(of entry: EntryID) throws -> [OutboxRow] {
    try db.all(
      "SELECT \(OutboxRow.columns) FROM outbox WHERE entry_id = ? ORDER BY number", [.id(entry)], OutboxRow.decode)
  }

  /// The change of a child itself.
  public func outboxRow(of child: ChildID) throws -> OutboxRow? {
    try db.first(
      "SELECT \(OutboxRow.columns) FROM outbox WHERE child_id = ? AND entry_id IS NULL", [.id(child)], OutboxRow.decode)
  }

  /// Entries of a child with changes that the server has not confirmed, in the order of those.
  public func unsentEntries(of child: ChildID) throws -> [EntryID] {
    try db.all(
      """
      SELECT entry_id FROM outbox WHERE child_id = ? AND entry_id IS NOT NULL GROUP BY entry_id ORDER BY min(number)
      """, [.id(child)]
    ) { try $0.id() }
  }

  public func outboxRow(_ number: Int64) throws -> OutboxRow? {
    try db.first("SELECT \(OutboxRow.columns) FROM outbox WHERE number = ?", [.integer(number)], OutboxRow.decode)
  }

  /// The changes of an entry or a child whose id ends in these hexadecimal digits, in their order.
  public func outboxRows(endingIn digits: String) throws -> [OutboxRow] {
    let digits = digits.uppercased().filter { $0 != "-" }
    return try db.all(
      """
      SELECT \(OutboxRow.columns) FROM outbox
      WHERE substr(hex(ifnull(entry_id, child_id)), -length(?1)) = ?1 ORDER BY number
      """, [.text(digits)], OutboxRow.decode)
  }

  /// The first change that can be sent now: none of the same entry is before it, the server knows its child, and its
  /// retry is due. One is due too when the clock was set back since it began to wait.
  public func nextOutboxRow(now: Instant) throws -> OutboxRow? {
    try db.first(Self.nextOutboxRowSQL, [.instant(now)], OutboxRow.decode)
  }

  static let nextOutboxRowSQL = """
    SELECT \(OutboxRow.columns) FROM outbox INDEXED BY outbox_by_state
    WHERE state = 'waiting' AND (next_at <= ?1 OR waits_since > ?1) AND \(isFree) ORDER BY number LIMIT 1
    """

  /// When the next change can be sent; nil while none waits for its time alone.
  public func nextOutboxInstant() throws -> Instant? {
    try db.first("SELECT min(next_at) FROM outbox WHERE state = 'waiting' AND \(Self.isFree)") {
      $0.optionalInstant()
    } ?? nil
  }

  /// Nothing has to be settled before. A permanent failure does not block others.
  private static let isFree = """
    NOT EXISTS (
      SELECT 1 FROM outbox AS earlier WHERE earlier.entry_id = outbox.entry_id AND earlier.number < outbox.number)
    AND (entry_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM outbox AS creation
      WHERE creation.child_id = outbox.child_id AND creation.entry_id IS NULL AND creation.base IS NULL))
    AND (behind IS NULL OR NOT EXISTS (
      SELECT 1 FROM outbox AS other
      WHERE other.entry_id = outbox.behind AND NOT (other.state = 'failed' AND other.failure = 'refused')))
    """

  /// The entry as a change leaves it.
  public func entry(after row: OutboxRow) throws -> Entry? {
    guard let id = row.entryID else { return nil }
    let earlier = try db.first(
      "SELECT \(EntryRow.columns) FROM outbox_entry WHERE number = ?", [.integer(row.number)], EntryRow.decode)
    return try earlier ?? entry(id)
  }

  /// The child as its change was sent; nil when it was not.
  public func sentChild(_ row: OutboxRow) throws -> Child? {
    try db.first(
      "SELECT \(ChildRow.columns) FROM outbox_child WHERE number = ?", [.integer(row.number)], ChildRow.decode)
  }

  /// The server's version of a child with a pending change; nil if there is none or it is unknown.
  public func remoteChild(_ id: ChildID) throws -> Child? {
    try db.first("SELECT \(ChildRow.columns) FROM remote_child WHERE id = ?", [.id(id)], ChildRow.decode)
  }

  /// The server's version of an entry with pending changes; nil if there are none, or the server has none.
  public func remoteEntry(_ id: EntryID) throws -> Entry? {
    try db.first("SELECT \(EntryRow.columns) FROM remote_entry WHERE id = ?", [.id(id)], EntryRow.decode)
  }

  /// Whether an entry is the tombstone of one that the server never had.
  public func isUnknownToServer(_ id: EntryID) throws -> Bool {
    try db.exists("SELECT 1 FROM unsent_tombstone WHERE entry_id = ?", [.id(id)])
  }

  /// The version that an entry's deletion is based on if the server has accepted none of the changes before it.
  ///
  /// - Returns: nil if the server does not have the entry. It may have it from another machine: then its version, or,
  ///   if that differs from the deleted one, a version that it never had, so that the deletion conflicts.
  public func baseOfDeletion(of tombstone: Entry) throws -> Instant? {
    guard let theirs = try remoteEntry(tombstone.id), theirs.deletedAt == nil else { return nil }
    var deleted = tombstone
    deleted.deletedAt = nil
    return deleted.isSameVersion(as: theirs) ? theirs.updatedAt : .neverOnServer
  }

  public func queueCounts() throws -> QueueCounts {
    let counts = try db.all("SELECT \(StateCount.columns) FROM outbox GROUP BY state") { (row: ResultRow<StateCount>) in
      (try row.word(.state) as QueueState, Int(row.integer(.count)))
    }
    let byState = Dictionary(counts) { _, last in last }
    let settings = try unsentSettingCount()
    return QueueCounts(
      waiting: (byState[.waiting] ?? 0) + settings, failed: byState[.failed] ?? 0, settings: settings)
  }

  /// Changes in their order.
  ///
  /// - Parameters:
  ///   - number: only those after this one.
  ///   - state: only those; nil for all.
  public func outboxRows(after number: Int64 = 0, state: QueueState? = nil, limit: Int) throws -> [OutboxRow] {
    try db.all(
      """
      SELECT \(OutboxRow.columns) FROM outbox WHERE number > ?1 AND (?2 IS NULL OR state = ?2) ORDER BY number LIMIT ?3
      """, [.integer(number), .optional(state?.rawValue), .integer(Int64(limit))], OutboxRow.decode)
  }
}

private enum StateCount: Int32, Columns {
  case state, count
  static let columns = ColumnList<Self>(computing: [.count: "count(*)"])
}

/// A change that the server has not confirmed: a row of the table `outbox`.
public struct OutboxRow: Hashable, Sendable {
  /// Seq of the change.
  public let number: Int64
  /// Nil for a change of the child itself.
  public let entryID: EntryID?
  public let childID: ChildID
  /// The server's version that it builds on; nil when the server does not know the entry or child.
  public var base: Instant?
  /// How often it was sent in this series.
  public var sends: Int
  /// Whether it was ever sent, so that the server may have it.
  public let isAttempted: Bool
  public var state: QueueState
  public var nextAt: Instant
  /// When the wait for `nextAt` began: a clock that shows an earlier time was set back, and it is over.
  public var waitsSince: Instant?
  /// Of the last send, also while it waits for the next.
  public var failure: SyncFailure?
  public var failedAt: Instant?
  /// When it was last queued again by itself.
  public var requeuedAt: Instant?
  /// A person has requested another attempt.
  public var isRequested: Bool
  /// An entry whose changes have to be settled before.
  public var behind: EntryID?

  /// Whether the server has refused it without a new request since: it does not have it, and never had.
  public var isRefused: Bool { state == .failed && failure?.kind == .refused }

  enum Column: Int32, Columns {
    case number, entryID, childID, base, sends, isAttempted, state, nextAt, failure, failureText, failedAt, requeuedAt
    case isRequested, behind, waitsSince

    static let columns = ColumnList<Self>()
    /// The columns that can change.
    static let changing: [Self] = [
      .base, .sends, .state, .nextAt, .failure, .failureText, .failedAt, .requeuedAt, .isRequested, .behind,
      .waitsSince,
    ]
  }

  static let columns = Column.columns

  static func decode(_ row: ResultRow<Column>) throws -> OutboxRow {
    let kind: SyncFailure.Kind? = try row.optionalWord(.failure)
    return OutboxRow(
      number: row.integer(.number), entryID: try row.optionalID(.entryID), childID: try row.id(.childID),
      base: row.optionalInstant(.base), sends: Int(row.integer(.sends)), isAttempted: row.flag(.isAttempted),
      state: try row.word(.state), nextAt: row.instant(.nextAt), waitsSince: row.optionalInstant(.waitsSince),
      failure: kind.map { SyncFailure($0, row.text(.failureText)) }, failedAt: row.optionalInstant(.failedAt),
      requeuedAt: row.optionalInstant(.requeuedAt), isRequested: row.flag(.isRequested),
      behind: try row.optionalID(.behind))
  }

  /// Sets what can change of a row. Parameters: `changingValues`, then its number.
  static let updateSQL: String = {
    let columns = ColumnList(Column.changing)
    return "UPDATE outbox SET (\(columns)) = (\(columns.placeholders)) WHERE number = ?"
  }()

  var changingValues: [SQLValue] { Column.changing.map(value) }

  private func value(_ column: Column) -> SQLValue {
    switch column {
    case .number: .integer(number)
    case .entryID: .id(entryID)
    case .childID: .id(childID)
    case .base: .instant(base)
    case .sends: .integer(Int64(sends))
    case .isAttempted: .integer(isAttempted ? 1 : 0)
    case .state: .text(state.rawValue)
    case .nextAt: .instant(nextAt)
    case .failure: .optional(failure?.kind.rawValue)
    case .failureText: .optional(failure?.message)
    case .failedAt: .instant(failedAt)
    case .requeuedAt: .instant(requeuedAt)
    case .isRequested: .integer(isRequested ? 1 : 0)
    case .behind: .id(behind)
    case .waitsSince: .instant(waitsSince)
    }
  }
}
