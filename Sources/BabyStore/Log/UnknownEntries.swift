public import BabyModel
import GRDB

/// Entries of unknown kinds in a file of this version: a newer program was here, and was downgraded. They are stored
/// like those that come from a server, and read again by a program that knows the kind.
enum UnknownKinds {
  /// Of a machine's database. What the server does not have yet is sent to it as what it has lost.
  static func setAside(_ db: Database) throws {
    guard try isThere(db) else { return }
    try db.inTransaction(.immediate) {
      try db.run(
        """
        INSERT INTO unknown_entry (id, word, json, is_lost)
        SELECT id, kind, \(record),
          deleted_at IS NULL AND EXISTS (SELECT 1 FROM outbox WHERE entry_id = entry.id AND base IS NULL)
        FROM entry WHERE \(isUnknown) ON CONFLICT (id) DO NOTHING
        """, words)
      let ids = "SELECT id FROM entry WHERE \(isUnknown)"
      // Changes to them cannot be undone here.
      try db.run(
        """
        UPDATE change SET state = 'dropped'
        WHERE state IS NOT NULL AND seq IN (SELECT step FROM change WHERE entry_id IN (\(ids)))
        """, words)
      try db.run(
        "DELETE FROM outbox_entry WHERE number IN (SELECT number FROM outbox WHERE entry_id IN (\(ids)))", words)
      for table in ["unsent_tombstone", "outbox"] {
        try db.run("DELETE FROM \(table) WHERE entry_id IN (\(ids))", words)
      }
      for table in ["entry_before", "remote_entry", "inbox_entry"] {
        try db.run("DELETE FROM \(table) WHERE id IN (\(ids))", words)
      }
      try db.run("DELETE FROM entry WHERE \(isUnknown)", words)
      return .commit
    }
  }

  /// Of a family server's.
  static func setAsideOnServer(_ db: Database) throws {
    guard try isThere(db) else { return }
    try db.inTransaction(.immediate) {
      try db.run(
        """
        INSERT INTO relayed_entry (\(RelayedEntryRow.columns), seq)
        SELECT \(RelayedEntryRow.columns), seq FROM entry WHERE \(isUnknown)
        """, words)
      try db.run("DELETE FROM entry WHERE \(isUnknown)", words)
      return .commit
    }
  }

  private static func isThere(_ db: Database) throws -> Bool {
    try db.exists(isThereSQL, words)
  }

  static var isThereSQL: String { "SELECT 1 FROM entry INDEXED BY entry_declared WHERE \(isUnknown)" }

  private static var words: [SQLValue] { DeclaredKinds.all.map { .text($0.word) } }

  private static var isUnknown: String {
    "content IS NOT NULL AND kind NOT IN (\(words.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The entry in the server's format. Null members are left out.
  private static let record = """
    json_patch(content, json_object(
      'id', \(uuid("id")), 'childId', \(uuid("child_id")), 'kind', kind,
      'start', \(instant("start_at")), 'end', \(instant("end_at")),
      'startLocal', \(instant("start_at")), 'endLocal', \(instant("end_at")),
      'endUnknown', json(iif(end_unknown, 'true', 'null')), 'note', note, 'author', author,
      'changedBy', changed_by,
      'createdAt', \(instant("created_at")), 'updatedAt', \(instant("updated_at")),
      'deletedAt', \(instant("deleted_at"))))
    """

  private static func uuid(_ column: String) -> String {
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(lower(hex(\(column))), \($0), \($1))" }
    return parts.joined(separator: " || '-' || ")
  }

  /// RFC 3339 in UTC with milliseconds; NULL for NULL.
  private static func instant(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%S', \(column) / 1000 - (\(column) % 1000 < 0), 'unixepoch')"
      + " || printf('.%03dZ', (\(column) % 1000 + 1000) % 1000)"
  }
}

extension ReadTransaction {
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
}

extension WriteTransaction {
  /// Keeps an entry that cannot be read yet.
  ///
  /// - Returns: whether it was not kept before.
  public func keep(_ unknown: UnknownEntry) throws -> Bool {
    let was = try unknownState(unknown.id)
    try db.run(
      """
      INSERT INTO unknown_entry (id, word, json) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET (word, json) = (
        ?2, CASE WHEN ?3 ->> '$.deletedAt' IS NULL OR json ->> '$.note' IS NULL THEN ?3
        ELSE json_set(?3, '$.note', json ->> '$.note') END)
      WHERE ifnull(?3 ->> '$.updatedAt' >= json ->> '$.updatedAt', 1)
      """, [.id(unknown.id), .text(unknown.word), .text(unknown.json)])
    guard let was else { return true }
    try forgetLost(unknown.id)
    // A new one is announced in the inbox; one that is deleted or restored changes the counts in the child's timeline.
    if let now = try unknownState(unknown.id), now.isDeleted != was.isDeleted, let child = now.child,
      try read.child(child) != nil
    {
      try record(.update, .child(child))
    }
    return false
  }

  private func unknownState(_ id: EntryID) throws -> (child: ChildID?, isDeleted: Bool)? {
    try db.first("SELECT \(UnknownStateRow.columns) FROM unknown_entry WHERE id = ?", [.id(id)]) {
      (row: ResultRow<UnknownStateRow>) in (row.optionalText(.child).flatMap { ChildID($0) }, row.flag(.isDeleted))
    }
  }

  /// Records which of these should be on the list of the server's entries and are not.
  public func noteLost() throws {
    try db.run(
      """
      UPDATE unknown_entry SET is_lost = 1
      WHERE id NOT IN (SELECT entry_id FROM listed_entry) AND is_deleted = 0
      """)
  }

  /// The server has one again, or will not have it.
  public func forgetLost(_ id: EntryID) throws {
    try db.run("UPDATE unknown_entry SET is_lost = 0 WHERE id = ? AND is_lost = 1", [.id(id)])
  }
}

private enum UnknownEntryRow: Int32, Columns {
  case id, word, json, isDeleted

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) throws -> UnknownEntry {
    UnknownEntry(id: try row.id(.id), word: row.text(.word), json: row.text(.json), isDeleted: row.flag(.isDeleted))
  }
}

/// The columns that decide whether and where such an entry is counted.
private enum UnknownStateRow: Int32, Columns {
  case child, isDeleted
  static let columns = ColumnList<Self>()
}
