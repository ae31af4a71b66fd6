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

  /// Nothing has to be settled before. What has failed for good holds up nobody else.
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

  /// The server's version of a child that has a change in the outbox; nil when it has none, or that is not known.
  public func remoteChild(_ id: ChildID) throws -> Child? {
    try db.first("SELECT \(ChildRow.columns) FROM remote_child WHERE id = ?", [.id(id)], ChildRow.decode)
  }

  /// The server's version of an entry that has changes in the outbox; nil when there are none, or it has none.
  public func remoteEntry(_ id: EntryID) throws -> Entry? {
    try db.first("SELECT \(EntryRow.columns) FROM remote_entry WHERE id = ?", [.id(id)], EntryRow.decode)
  }

  /// Whether an entry is the tombstone of one that the server never had.
  public func isUnknownToServer(_ id: EntryID) throws -> Bool {
    try db.exists("SELECT 1 FROM unsent_tombstone WHERE entry_id = ?", [.id(id)])
  }

  /// What an entry's deletion is made to when the server has taken none of the changes before it.
  ///
  /// - Returns: nil when the server has no such entry. It may have it from another machine: then its version, or, when
  ///   that is another one than what was deleted, one that it never had, for a conflict to come of it.
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
