public import BabyModel
import Foundation
import GRDB

/// A child that the server knows nothing of, under another id.
extension WriteTransaction {
  /// Gives a child and its entries other ids, with everything that is known of them here, and has them sent as new.
  ///
  /// Data that already exists under a new id stays as it is: it was taken over before.
  /// - Parameter newID: of an entry; always the same for the same.
  public func move(_ child: Child, to id: ChildID, newID: @escaping @Sendable (EntryID) -> EntryID) throws {
    let ids = [SQLValue.id(child.id), .id(id)]
    let moved = DatabaseFunction("moved", argumentCount: 1, pure: true) { values in
      guard let bytes = Data.fromDatabaseValue(values[0]) else { return nil }
      guard let id = EntryID(bytes: bytes) else { throw Damage() }
      return Data(newID(id).bytes)
    }
    db.add(function: moved)
    defer { db.remove(function: moved) }
    try db.run("PRAGMA defer_foreign_keys = ON")

    let isNew = try read.child(id) == nil
    if isNew {
      var copy = child
      copy.id = id
      try db.run(ChildRow.insertSQL, ChildRow.values(copy))
    }
    try resolveFailures(ofChild: child.id)
    try dropKnown(ids)
    try moveEntries(ids)
    try moveFamily(ids)
    try db.run("DELETE FROM child WHERE id = ?1", [ids[0]])
    try record(.delete, .child(child.id))
    // The addition of the child still belongs to its step: undo reverses it.
    try record(.update, .child(id))
    if isNew { try send(id, base: nil) }
  }

  /// Leaves out the entries that are here under their new ids.
  private func dropKnown(_ ids: [SQLValue]) throws {
    let known = """
      SELECT id FROM entry WHERE child_id = ?1
        AND EXISTS (SELECT 1 FROM entry AS other WHERE other.id = moved(entry.id))
      """
    try db.run(
      "DELETE FROM outbox_entry WHERE number IN (SELECT number FROM outbox WHERE entry_id IN (\(known)))", [ids[0]])
    for table in ["outbox", "unsent_tombstone"] {
      try db.run("DELETE FROM \(table) WHERE entry_id IN (\(known))", [ids[0]])
    }
    try db.run("DELETE FROM entry WHERE id IN (\(known))", [ids[0]])
    // If a timer already runs there, this one must have ended, at an unknown time.
    try db.run(
      """
      UPDATE entry SET end_unknown = timed_side IS NULL, left_seconds = nullif(left_seconds, 0),
        right_seconds = nullif(right_seconds, 0), timed_side = NULL, timed_since = NULL, paused_since = NULL, timer = NULL
      WHERE child_id = ?1 AND \(EntryRow.isRunning)
        AND EXISTS (SELECT 1 FROM entry AS other WHERE other.child_id = ?2 AND other.kind = entry.kind
          AND other.timer = entry.timer AND other.deleted_at IS NULL)
      """, ids)
  }

  private func moveEntries(_ ids: [SQLValue]) throws {
    for table in ["outbox_child", "remote_child"] { try db.run("DELETE FROM \(table) WHERE id = ?1", [ids[0]]) }
    try db.run("DELETE FROM outbox WHERE child_id = ?1 AND entry_id IS NULL", [ids[0]])
    try db.run(
      """
      UPDATE outbox SET (entry_id, child_id, behind, base, sends, is_attempted, state, next_at, failure, failure_text,
          failed_at, requeued_at, waits_since, key)
        = (moved(entry_id), ?2, moved(behind), NULL, 0, 0, 'waiting', 0, NULL, NULL, NULL, NULL, NULL, NULL)
      WHERE child_id = ?1
      """, ids)
    try db.run(
      """
      UPDATE unsent_tombstone SET entry_id = moved(entry_id)
      WHERE entry_id IN (SELECT id FROM entry WHERE child_id = ?1)
      """, [ids[0]])
    try db.run("DELETE FROM remote_entry WHERE child_id = ?1", [ids[0]])
    // No row of an import makes the ids that they get.
    for table in ["entry_before", "entry"] {
      try db.run("UPDATE \(table) SET import_digest = NULL WHERE child_id = ?1", [ids[0]])
    }
    for table in ["outbox_entry", "entry_before", "inbox_entry", "entry"] {
      try db.run("UPDATE \(table) SET (id, child_id) = (moved(id), ?2) WHERE child_id = ?1", ids)
    }
    for table in ["change", "inbox"] {
      try db.run("UPDATE \(table) SET (entry_id, child_id) = (moved(entry_id), ?2) WHERE child_id = ?1", ids)
    }
  }

  /// Moves the child's settings, its use as the current child, and prediction feedback.
  private func moveFamily(_ ids: [SQLValue]) throws {
    for table in ["selection", "custom_reminder", "prediction_feedback"] {
      try db.run("UPDATE \(table) SET child_id = ?2 WHERE child_id = ?1", ids)
    }
    for (table, column) in KeptRow.tables {
      try db.run("UPDATE \(table) SET \(column) = ?2 WHERE \(column) = ?1", ids)
    }
    // One of a name for each child.
    for table in ["setting", "reminder", "outbox_setting"] {
      try db.run("UPDATE OR IGNORE \(table) SET child_id = ?2 WHERE child_id = ?1", ids)
      try db.run("DELETE FROM \(table) WHERE child_id = ?1", [ids[0]])
    }
    try db.run("UPDATE outbox_setting SET sent_as = NULL WHERE child_id = ?2", ids)
    for table in ["child_share", "remote_setting", "member_event"] {
      try db.run("DELETE FROM \(table) WHERE child_id = ?1", [ids[0]])
    }
  }
}

/// Children that are no longer shared with the account.
extension WriteTransaction {
  /// Hides a child that is no longer shared with the account, with the news of it. Open matters stay in the inbox, and
  /// the entries until there are none.
  public func endShare(of child: Child) throws {
    if child.removedAt == nil { try hide(child) }
    try db.run(
      "UPDATE child_share SET ended_at = ? WHERE child_id = ?", [.instant(context.at), .id(child.id)])
    try deleteFromInbox(where: "child_id = ? AND (kind = 'remote' OR kind = 'sent')", [.id(child.id)])
  }

  /// Deletes read inbox items of children that are gone, and overwrites them in the file.
  public func forgetSeenNewsOfGone() throws {
    try overwriting { try deleteFromInbox(where: ReadTransaction.isSeenNewsOfGone) }
  }

  /// Overwrites in the file what a body deletes.
  func overwriting(_ body: () throws -> Void) throws {
    try db.execute(sql: "PRAGMA secure_delete = ON")
    defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
    try body()
  }
}

extension WriteTransaction {
  /// Notes that the file is to be rewritten: a daemon that is killed before does it when it is back.
  public func requestScrub() throws { try db.run("UPDATE sync_state SET needs_scrub = 1") }
}

extension ReadTransaction {
  /// Whether the file may contain traces of deleted data that have to be removed.
  public func needsScrub() throws -> Bool { try db.exists("SELECT 1 FROM sync_state WHERE needs_scrub = 1") }
}

extension Store {
  /// Removes all traces of deleted data from the file and from the log beside it: rows that were changed before they
  /// were deleted have left earlier versions in the pages.
  public func scrub() async throws {
    try await withTaskExecutorPreference(writeExecutor) { try scrubNow() }
  }

  private func scrubNow() throws {
    do {
      try currentPool.writeWithoutTransaction { db in
        try db.execute(sql: "VACUUM")
        // A read that is under way keeps the log as it is: then it is done the next time.
        let isBusy = try db.first("PRAGMA wal_checkpoint(TRUNCATE)", [], { $0.integer() }) != 0
        if !isBusy { try db.run("UPDATE sync_state SET needs_scrub = 0") }
      }
    } catch { throw storeFailure(error, path: path) }
  }
}
