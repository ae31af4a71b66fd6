public import BabyModel
import GRDB

extension WriteTransaction {
  /// How long changes can be undone and are resent to clients that were away.
  static let journalLifetime: Duration = .hours(30 * 24)

  /// Deletes what is older than its lifetime: the journal, answers, membership events and inbox items.
  /// Entries are never forgotten.
  ///
  /// The change log loses a beginning, never a part in the middle, even when the clock has jumped.
  public func prune() throws {
    try db.run("DELETE FROM answer WHERE at < ?", [.instant(context.at - Self.answerLifetime)])
    try db.run("DELETE FROM inbox WHERE at < ?", [.instant(context.at - InboxItem.lifetime)])
    try db.run("DELETE FROM member_event WHERE at < ?", [.instant(context.at - Self.journalLifetime)])
    let kept = try db.first(
      "SELECT seq FROM change WHERE at >= ? ORDER BY seq LIMIT 1", [.instant(context.at - Self.journalLifetime)]
    ) { $0.integer() }
    let first = SQLValue.integer(try kept ?? read.lastSeq() + 1)
    try db.run("UPDATE store SET forgotten_seq = ?1 - 1 WHERE forgotten_seq < ?1 - 1", [first])
    try db.run("DELETE FROM change WHERE seq < ?", [first])
    for table in ["entry_before"] + KeptRow.tables.map(\.0) {
      try db.run("DELETE FROM \(table) WHERE seq < ?", [first])
    }
  }

  /// Deletes a child with all its data, and overwrites them in the file.
  ///
  /// The change log keeps only the child's id, so that later readers learn of the deletion. Steps that changed anything
  /// of the child can no longer be undone.
  ///
  /// - Parameter isNewsKept: whether unread news about it stays in the inbox.
  /// - Throws: `BabyError.childUnsent` while there are changes of it in the outbox.
  public func purge(_ child: Child, keepingNews isNewsKept: Bool = false) throws {
    // Read it first: later, the log's end would be that without the child, but the deletion has to come after
    // everything else.
    _ = try read.lastSeq()
    let id = [SQLValue.id(child.id)]
    let isUnsent = try db.exists("SELECT 1 FROM outbox WHERE child_id = ? LIMIT 1", id)
    if isUnsent { throw BabyError.childUnsent(name: child.name) }
    try overwriting { try deleteAll(of: child, keepingNews: isNewsKept) }
    try record(.delete, .child(child.id))
  }

  private func deleteAll(of child: Child, keepingNews isNewsKept: Bool) throws {
    let id = [SQLValue.id(child.id)]
    try db.run(
      """
      UPDATE change SET state = 'dropped', label = ''
      WHERE state IS NOT NULL AND seq IN (SELECT step FROM change WHERE child_id = ?)
      """, id)
    try db.run("DELETE FROM change WHERE child_id = ? AND subject <> 'child'", id)
    // Answers that are kept for callers who ask again are of many children, and name theirs.
    try db.run("DELETE FROM answer WHERE instr(answer, CAST(? AS BLOB)) > 0", [.text(child.id.description)])
    // Data of a newer server is stored unchanged.
    try db.run("DELETE FROM unknown_entry WHERE instr(lower(json), ?) > 0", [.text(child.id.description)])
    try db.run(
      """
      DELETE FROM inbox WHERE (child_id = ?1 OR entry_id IN (SELECT id FROM entry WHERE child_id = ?1))
        AND NOT (?2 AND is_dismissed = 0)
      """, id + [.integer(isNewsKept ? 1 : 0)])
    try db.run("DELETE FROM unsent_tombstone WHERE entry_id IN (SELECT id FROM entry WHERE child_id = ?)", id)
    for table in [
      "entry_before", "remote_entry", "prediction_feedback", "reminder", "custom_reminder", "setting", "selection",
      "child_share", "remote_setting", "outbox_setting", "member_event", "entry",
    ] {
      try db.run("DELETE FROM \(table) WHERE child_id = ?", id)
    }
    for (table, column) in KeptRow.tables { try db.run("DELETE FROM \(table) WHERE \(column) = ?", id) }
    try db.run(
      """
      DELETE FROM import WHERE id NOT IN (
        SELECT import_id FROM entry WHERE import_id IS NOT NULL
        UNION SELECT import_id FROM entry_before WHERE import_id IS NOT NULL)
      """)
    try db.run("DELETE FROM child WHERE id = ?", id)
  }
}

/// The answer that was given to a call, for when the call is sent again.
public struct StoredAnswer: Hashable, Sendable {
  /// The request.
  public let fingerprint: String
  public let answer: [UInt8]
  public let at: Instant
}

extension WriteTransaction {
  /// How long an answer is kept.
  static let answerLifetime: Duration = .hours(7 * 24)

  /// The answer kept under a key, unless it is older than `answerLifetime`.
  public func storedAnswer(uid: UInt32, key: String) throws -> StoredAnswer? {
    try db.first(
      "SELECT \(AnswerRow.columns) FROM answer WHERE uid = ? AND key = ? AND at >= ?",
      [.integer(Int64(uid)), .text(key), .instant(context.at - Self.answerLifetime)]
    ) { (row: ResultRow<AnswerRow>) in
      StoredAnswer(fingerprint: row.text(.fingerprint), answer: row.bytes(.answer), at: row.instant(.at))
    }
  }

  /// Keeps the answer to this transaction's call, in place of an older one under the same key.
  public func storeAnswer(uid: UInt32, key: String, fingerprint: String, answer: [UInt8]) throws {
    try db.run(
      """
      INSERT INTO answer (uid, key, fingerprint, answer, at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (uid, key) DO UPDATE SET fingerprint = ?3, answer = ?4, at = ?5
      """,
      [.integer(Int64(uid)), .text(key), .text(fingerprint), .bytes(answer), .instant(context.at)])
  }
}

/// The parts of a stored answer.
private enum AnswerRow: Int32, Columns {
  case fingerprint, answer, at
  static let columns = ColumnList<Self>()
}
