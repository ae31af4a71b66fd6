public import BabyModel
import GRDB

/// How far a database has followed the server.
public struct SyncState: Hashable, Sendable {
  /// Where the next page of changes begins; nil for the beginning.
  public var position: String?
  /// The entity tag of the server's last answer; nil if unknown.
  public var tag: String?
  /// When changes were last fetched to their end; nil while they never were.
  public var syncedAt: Instant?
  /// Everything is being fetched again, because the server's data was replaced.
  public var isResyncing: Bool
  /// The position in the server's settings; nil if the server has no support for them.
  public var settingsPosition: String?
  /// All settings that the server has have come once: only now it is known what it lacks.
  public var areSettingsListed: Bool
}

extension ReadTransaction {
  public func syncState() throws -> SyncState {
    let state = try db.first("SELECT \(SyncStateRow.columns) FROM sync_state", [], SyncStateRow.decode)
    guard let state else { throw Damage() }
    return state
  }

  /// Under which numbers is kept what entries were before changes that were made here.
  public func keptVersions() throws -> [EntryID: [Int64]] {
    let kept = try db.all("SELECT \(KeptVersionRow.columns) FROM entry_before") { (row: ResultRow<KeptVersionRow>) in
      (try row.id(.id) as EntryID, row.integer(.seq))
    }
    return Dictionary(grouping: kept, by: \.0).mapValues { $0.map(\.1) }
  }

  /// An entry before the change with this number.
  public func keptVersion(_ seq: Int64) throws -> Entry? {
    try db.first("SELECT \(EntryRow.columns) FROM entry_before WHERE seq = ?", [.integer(seq)], EntryRow.decode)
  }

  /// The account's role for the child; nil if unknown: for a new child that has not been sent.
  public func role(in child: ChildID) throws -> Role? {
    try db.first("SELECT role FROM child_share WHERE child_id = ?", [.id(child)]) { try $0.word() }
  }

  /// Whether it is known here what the server has of a child's due date and weight at birth.
  public func isBirthKept(of child: ChildID) throws -> Bool {
    try db.exists("SELECT 1 FROM child_share WHERE child_id = ? AND keeps_birth = 1", [.id(child)])
  }

  /// Whether the server has reported that a child is no longer shared with the account.
  public func isNoLongerShared(_ child: ChildID) throws -> Bool {
    try db.exists("SELECT 1 FROM child_share WHERE child_id = ? AND ended_at IS NOT NULL", [.id(child)])
  }

  /// Those of these children without anything pending: no change to send, and only news in the inbox.
  public func forgettableChildren() throws -> [Child] {
    try db.all(
      """
      SELECT \(ChildRow.columns.of("child")) FROM child JOIN child_share ON child_share.child_id = child.id
      WHERE ended_at IS NOT NULL AND removed_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.child_id = child.id)
        AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.child_id = child.id AND is_dismissed = 0
          AND (kind = 'conflict' OR kind = 'failed'))
      ORDER BY child.id
      """, [], ChildRow.decode)
  }

  /// Of these entries, those that are not in the database, deleted or not.
  public func missing(_ ids: [EntryID]) throws -> [EntryID] {
    try ids.filter { id in try !db.exists("SELECT 1 FROM entry WHERE id = ?", [.id(id)]) }
  }

  /// Whether a child has entries, not deleted, that count as known to the server.
  public func hasSettledEntries(of child: ChildID) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM entry WHERE child_id = ? AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.entry_id = entry.id) LIMIT 1
      """, [.id(child)])
  }
}

extension WriteTransaction {
  public func setSyncState(_ state: SyncState) throws {
    let columns = SyncStateRow.columns
    try db.run("UPDATE sync_state SET (\(columns)) = (\(columns.placeholders))", SyncStateRow.values(state))
  }

  /// Begins the list of the server's entries.
  public func beginListing() throws { try db.run("DELETE FROM listed_entry") }

  /// Adds an entry to it.
  public func list(_ id: EntryID) throws {
    try db.run("INSERT INTO listed_entry (entry_id) VALUES (?) ON CONFLICT DO NOTHING", [.id(id)])
  }

  /// Ends the list.
  ///
  /// - Returns: the entries that should be on it and are not: tombstones and what has changes on their way included.
  public func endListing() throws -> [EntryID] {
    let missing: [EntryID] = try db.all(
      """
      SELECT id FROM entry
      WHERE id NOT IN (SELECT entry_id FROM listed_entry) AND id NOT IN (SELECT entry_id FROM unsent_tombstone)
      """
    ) { try $0.id() }
    try db.run("DELETE FROM listed_entry")
    return missing
  }
}

private enum KeptVersionRow: Int32, Columns {
  case seq, id
  static let columns = ColumnList<Self>()
}

private enum SyncStateRow: Int32, Columns {
  case position, tag, syncedAt, isResyncing, settingsPosition, areSettingsListed

  static let columns = ColumnList<Self>()

  static func values(_ state: SyncState) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .position: .optional(state.position)
      case .tag: .optional(state.tag)
      case .syncedAt: .instant(state.syncedAt)
      case .isResyncing: .integer(state.isResyncing ? 1 : 0)
      case .settingsPosition: .optional(state.settingsPosition)
      case .areSettingsListed: .integer(state.areSettingsListed ? 1 : 0)
      }
    }
  }

  static func decode(_ row: ResultRow<Self>) -> SyncState {
    SyncState(
      position: row.optionalText(.position), tag: row.optionalText(.tag), syncedAt: row.optionalInstant(.syncedAt),
      isResyncing: row.flag(.isResyncing), settingsPosition: row.optionalText(.settingsPosition),
      areSettingsListed: row.flag(.areSettingsListed))
  }
}
