public import BabyModel
import GRDB

/// Children that are no longer shared with the account.
extension WriteTransaction {
  /// Takes a child out of sight that is no longer shared with the account, with the news of it. What waits for somebody
  /// stays in the inbox, and the entries until nothing does.
  public func endShare(of child: Child) throws {
    if child.removedAt == nil { try hide(child) }
    try db.run(
      "UPDATE child_share SET ended_at = ? WHERE child_id = ?", [.instant(context.at), .id(child.id)])
    try db.run("DELETE FROM inbox WHERE child_id = ? AND (kind = 'remote' OR kind = 'sent')", [.id(child.id)])
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Deletes what the inbox keeps of children that are gone and somebody has seen, and overwrites it in the file.
  public func forgetSeenNewsOfGone() throws {
    try overwriting { try db.run("DELETE FROM inbox WHERE \(ReadTransaction.isSeenNewsOfGone)") }
    if db.changesCount > 0 { try record(.delete, .inbox) }
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
  public func askForScrub() throws { try db.run("UPDATE sync_state SET needs_scrub = 1") }
}

extension ReadTransaction {
  /// Whether something was deleted of which the file may have traces, and is to have none.
  public func needsScrub() throws -> Bool { try db.exists("SELECT 1 FROM sync_state WHERE needs_scrub = 1") }
}

extension Store {
  /// Leaves nothing in the file and in the log beside it of what is no longer in the database: rows that were changed
  /// before they were deleted have left their earlier versions in the pages.
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
