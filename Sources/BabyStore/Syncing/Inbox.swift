public import BabyModel
import GRDB

// The inbox: what syncing has to tell people.

extension ReadTransaction {
  /// The inbox, newest first.
  ///
  /// - Parameters:
  ///   - id: only those before this one.
  ///   - includingDismissed: whether to include dismissed items.
  public func inbox(before id: Int64 = .max, includingDismissed: Bool = false, limit: Int) throws -> [InboxItem] {
    try db.all(
      """
      \(Self.inboxSQL) WHERE inbox.id < ? AND (is_dismissed = 0 OR ?) ORDER BY inbox.id DESC LIMIT ?
      """, [.integer(id), .integer(includingDismissed ? 1 : 0), .integer(Int64(limit))], InboxRow.decode)
  }

  /// The number of open items.
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

  /// Whether the inbox contains read news of children that are gone.
  public func hasSeenNewsOfGone() throws -> Bool {
    try db.exists("SELECT 1 FROM inbox WHERE \(Self.isSeenNewsOfGone) LIMIT 1")
  }

  static let isSeenNewsOfGone = "is_dismissed = 1 AND child_id IS NOT NULL AND child_id NOT IN (SELECT id FROM child)"
}

extension WriteTransaction {
  /// Puts something into the inbox.
  ///
  /// - Parameter version: of a conflict, what is not shown.
  public func addToInbox(
    _ kind: InboxItem.Kind, entry: EntryID?, child: ChildID?, text: String, version: Entry? = nil
  ) throws {
    let id = SQLValue.integer(try record(.insert, .inbox))
    try db.run(
      "INSERT INTO inbox (id, kind, at, entry_id, child_id, text) VALUES (?, ?, ?, ?, ?, ?)",
      [id, .text(kind.rawValue), .instant(context.at), .id(entry), .id(child), .text(text)])
    guard let version else { return }
    try db.run(
      "INSERT INTO inbox_entry (item, \(EntryRow.columns)) VALUES (?, \(EntryRow.columns.placeholders))",
      [id] + EntryRow.values(version))
  }

  /// Marks an item as seen; it is kept for a while.
  ///
  /// - Returns: false when there is no such item.
  @discardableResult
  public func dismissInboxItem(_ id: Int64) throws -> Bool {
    guard let item = try read.inboxItem(id) else { return false }
    if item.isDismissed { return true }
    try db.run("UPDATE inbox SET is_dismissed = 1 WHERE id = ?", [.integer(id)])
    try record(.update, .inbox)
    return true
  }

  /// Takes back that an entry could not be sent.
  public func resolveFailures(of entry: EntryID) throws {
    try db.run("DELETE FROM inbox WHERE entry_id = ? AND kind = 'failed'", [.id(entry)])
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Puts something into the inbox that is about this machine and no entry, once until it is taken back.
  ///
  /// - Returns: false when there is such an item.
  public func addToInboxOnce(_ text: String) throws -> Bool {
    let isThere = try db.exists("SELECT 1 FROM inbox WHERE kind = 'failed' AND entry_id IS NULL AND child_id IS NULL")
    if isThere { return false }
    try addToInbox(.failed, entry: nil, child: nil, text: text)
    return true
  }

  /// Takes back what is about this machine.
  public func resolveFailuresOfMachine() throws {
    try db.run("DELETE FROM inbox WHERE kind = 'failed' AND entry_id IS NULL AND child_id IS NULL")
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Says of a child itself what could not be sent, once until it is taken back.
  public func addFailureOnce(ofChild child: ChildID, text: String) throws {
    let isThere = try db.exists(
      "SELECT 1 FROM inbox WHERE child_id = ? AND entry_id IS NULL AND kind = 'failed'", [.id(child)])
    if !isThere { try addToInbox(.failed, entry: nil, child: child, text: text) }
  }

  /// Takes back that a change of a child itself could not be sent.
  public func resolveFailures(ofChild child: ChildID) throws {
    try db.run("DELETE FROM inbox WHERE child_id = ? AND entry_id IS NULL AND kind = 'failed'", [.id(child)])
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }
}

/// Of an item of the inbox, behind the version of an entry that it may have.
enum InboxRow: Int32, Columns {
  case id, kind, at, entryID, childID, text, isDismissed

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<EntryRow>) throws -> InboxItem {
    let item = row.following(Self.self)
    return InboxItem(
      id: item.integer(.id), kind: try item.word(.kind), at: item.instant(.at), entryID: try item.optionalID(.entryID),
      childID: try item.optionalID(.childID), text: item.text(.text),
      version: row.isNull(.id) ? nil : try EntryRow.decode(row), isDismissed: item.flag(.isDismissed))
  }
}
