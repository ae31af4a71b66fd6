public import BabyModel
import GRDB

/// How far a database has followed the server.
public struct SyncState: Hashable, Sendable {
  /// Where the next page of changes begins; nil for the beginning.
  public var position: String?
  /// What the server's answer is the same as before by; nil when that is not known.
  public var tag: String?
  /// When changes were last fetched to their end; nil while they never were.
  public var syncedAt: Instant?
  /// Everything is being fetched again, because the server's data was replaced.
  public var isResyncing: Bool
  /// Where the next of the server's settings come; nil where the server tells of none.
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

  /// What an entry was before the change with this number.
  public func keptVersion(_ seq: Int64) throws -> Entry? {
    try db.first("SELECT \(EntryRow.columns) FROM entry_before WHERE seq = ?", [.integer(seq)], EntryRow.decode)
  }

  /// What the account may do with a child; nil when nobody has said: for a child of one's own that is on its way.
  public func role(in child: ChildID) throws -> Role? {
    try db.first("SELECT role FROM child_share WHERE child_id = ?", [.id(child)]) { try $0.word() }
  }

  /// Whether it is known here what the server has of a child's due date and weight at birth.
  public func isBirthKept(of child: ChildID) throws -> Bool {
    try db.exists("SELECT 1 FROM child_share WHERE child_id = ? AND keeps_birth = 1", [.id(child)])
  }

  /// Whether the server has said that a child is no longer shared with the account.
  public func isNoLongerShared(_ child: ChildID) throws -> Bool {
    try db.exists("SELECT 1 FROM child_share WHERE child_id = ? AND ended_at IS NOT NULL", [.id(child)])
  }

  /// Those of these children nothing of which waits for anybody: no change on its way, and in the inbox nothing but news.
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

  /// Whether the inbox keeps what somebody has seen of children that are gone.
  public func hasSeenNewsOfGone() throws -> Bool {
    try db.exists("SELECT 1 FROM inbox WHERE \(Self.isSeenNewsOfGone) LIMIT 1")
  }

  static let isSeenNewsOfGone = "is_dismissed = 1 AND child_id IS NOT NULL AND child_id NOT IN (SELECT id FROM child)"

  /// Entries that came from a server and that the version that fetched them could not read.
  public func unknownEntries() throws -> [UnknownEntry] {
    try db.all(
      "SELECT \(UnknownEntryRow.columns) FROM unknown_entry ORDER BY id", [], UnknownEntryRow.decode)
  }

  /// Those of a child that are not deleted, in the order of their ids.
  ///
  /// - Parameter id: only those after this one.
  public func unknownEntries(of child: ChildID, after id: EntryID?, limit: Int) throws -> [UnknownEntry] {
    try db.all(
      """
      SELECT \(UnknownEntryRow.columns) FROM unknown_entry
      WHERE id > ? AND child = ? AND is_deleted = 0 ORDER BY id LIMIT ?
      """, [id.map { .id($0) } ?? .bytes([]), .text(child.description), .integer(Int64(limit))],
      UnknownEntryRow.decode)
  }

  /// How many there are of a child that are not deleted.
  ///
  /// - Parameters:
  ///   - from: only those that began then or later.
  ///   - to: only those that began before.
  public func unknownEntryCount(of child: ChildID, from: Instant?, to: Instant?) throws -> Int {
    // The wire writes all instants in UTC and alike, so that texts have the order of times.
    try db.first(
      Self.unknownCountSQL, [.text(child.description), .text(from?.utcText ?? ""), .text(to?.utcText ?? "~")]
    ) { Int($0.integer()) } ?? 0
  }

  /// Parameters: the child, and the texts from which on and before which entries have to begin.
  static let unknownCountSQL = """
    SELECT count(*) FROM unknown_entry INDEXED BY unknown_entry_by_child
    WHERE child = ? AND is_deleted = 0 AND start >= ? AND start < ?
    """

  /// The first of those that the server has lost and can get again: it has the child, and the account may write there.
  public func nextLostEntry() throws -> UnknownEntry? {
    try db.first(
      """
      SELECT \(UnknownEntryRow.columns) FROM unknown_entry
      WHERE is_lost = 1 AND EXISTS (
        SELECT 1 FROM child JOIN child_share ON child_share.child_id = child.id
        WHERE lower(hex(child.id)) = replace(child, '-', '') AND removed_at IS NULL
          AND role <> 'viewer'
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.child_id = child.id AND entry_id IS NULL))
      ORDER BY unknown_entry.id LIMIT 1
      """, [], UnknownEntryRow.decode)
  }

  /// Whether the server does not have an entry of a kind that was not known here, and should.
  public func isLost(_ id: EntryID) throws -> Bool {
    try db.exists("SELECT 1 FROM unknown_entry WHERE id = ? AND is_lost = 1", [.id(id)])
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

  // MARK: The inbox

  /// The inbox, newest first.
  ///
  /// - Parameters:
  ///   - id: only those before this one.
  ///   - includingDismissed: whether what somebody has dismissed is wanted too.
  public func inbox(before id: Int64 = .max, includingDismissed: Bool = false, limit: Int) throws -> [InboxItem] {
    try db.all(
      """
      \(Self.inboxSQL) WHERE inbox.id < ? AND (is_dismissed = 0 OR ?) ORDER BY inbox.id DESC LIMIT ?
      """, [.integer(id), .integer(includingDismissed ? 1 : 0), .integer(Int64(limit))], InboxRow.decode)
  }

  /// How many nobody has dismissed.
  public func openInboxCount() throws -> Int {
    try db.first("SELECT count(*) FROM inbox WHERE is_dismissed = 0") { Int($0.integer()) } ?? 0
  }

  public func inboxItem(_ id: Int64) throws -> InboxItem? {
    try db.first("\(Self.inboxSQL) WHERE inbox.id = ?", [.integer(id)], InboxRow.decode)
  }

  private static let inboxSQL = """
    SELECT \(EntryRow.columns.of("inbox_entry")), \(InboxRow.columns.of("inbox"))
    FROM inbox LEFT JOIN inbox_entry ON item = inbox.id
    """
}

private enum KeptVersionRow: Int32, Columns {
  case seq, id
  static let columns = ColumnList<Self>()
}
