public import BabyModel
import GRDB

extension WriteTransaction {
  /// Deletes a child with all that the database holds of it, and overwrites it in the file.
  ///
  /// The change log keeps that there was a child of this id, so that who reads it later learns of the end, and nothing
  /// that was logged. A step that has changed anything of the child cannot be undone any more.
  ///
  /// - Parameter isNewsKept: whether what nobody has seen of it in the inbox stays there.
  /// - Throws: `BabyError.childUnsent` while there are changes of it in the outbox.
  public func purge(_ child: Child, keepingNews isNewsKept: Bool = false) throws {
    // Asked for later, the log's end would be where it is without the child: its own end is told after all that was.
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
    // What a newer server has sent is kept as it came.
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
