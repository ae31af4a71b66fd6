public import BabyModel
import GRDB
import Synchronization

// Backups of the whole file, and putting another content in its place. All of these work on the caller's thread, which
// waits for the disk.

extension Store {
  /// Writes a copy of the database as it is at one moment, while it is in use. A file that is there is replaced.
  ///
  /// - Throws: `BabyError.storeFull` and its like.
  public func backup(to target: String) throws(BabyError) {
    let label = owner.map { BackupLabel.sql(for: $0) } ?? ""
    do { try DatabaseCopy.write(currentPool, to: target, label: label) } catch { throw failure(error, path: target) }
  }

  /// Puts a backup in place of everything in this database, at once.
  ///
  /// It gets an id of its own, so that clients that have seen more than the backup contains start again. This store knows
  /// the old one, and writes no more: it is to be closed, and the file opened again.
  ///
  /// - Parameters:
  ///   - check: looks at what the backup holds and who owns it, and throws when it cannot be served.
  ///   - before: looks at what is to be replaced: the last state of it.
  /// - Throws: `BabyError.storeCorrupt` for what is no backup, or a damaged one; `.storeNewer`; what the closures throw.
  ///   Nothing has changed then.
  public func restore(
    from source: String, now: Instant, ids: IDGenerator, check: (ReadTransaction, LogOwner) throws -> Void,
    before: (ReadTransaction) throws -> Void
  ) throws(BabyError) {
    let instance: Identifier<Store> = ids.next(at: now)
    do {
      try DatabaseCopy.withWorkingCopy(
        of: source, beside: path, holding: "store", verify: { try DatabaseSchema.ladder.verify($0, path: source) },
        migrator: DatabaseSchema.ladder.migrator(id: instance)
      ) { copy, label in
        try copy.writeWithoutTransaction { db in
          let brought = try label ?? Self.owner(shownBy: db)
          try check(ReadTransaction(db: db), brought)
          try db.run("UPDATE store SET instance = ?", [.id(instance)])
          if !keepsOutbox || owner.map({ brought.isOther(than: $0) }) ?? false { try Self.forgetAccount(db) }
          if keepsOutbox { try Self.forgetPosition(db) } else { try Self.forgetOutbox(db) }
        }
        try currentPool.writeWithoutTransaction { db in
          try before(ReadTransaction(db: db))
          try copy.read { try $0.backup(to: db) }
          isReplaced.store(true, ordering: .releasing)
        }
      }
    } catch {
      throw failure(error, path: source)
    }
  }

  /// Has everything fetched anew, so that what the server lacks is sent to it: nobody knows when, without which account,
  /// or in which one the backup was made.
  private static func forgetPosition(_ db: Database) throws {
    try db.run("UPDATE sync_state SET (position, tag, synced_at, is_resyncing) = (NULL, NULL, NULL, 1)")
    try db.run("DELETE FROM listed_entry")
  }

  /// The owner of a log without a label: one that has followed a family server is an account's.
  private static func owner(shownBy db: Database) throws -> LogOwner {
    let isAccounts = try db.exists(
      "SELECT 1 FROM sync_state WHERE synced_at IS NOT NULL OR EXISTS (SELECT 1 FROM child_share)")
    return isAccounts ? .account(nil) : .machine
  }

  /// Forgets what a family server told another account: it may not hold for this account, and a log without one has no
  /// use for it.
  private static func forgetAccount(_ db: Database) throws {
    try db.run("DELETE FROM child_share")
    try db.run("UPDATE sync_state SET (settings_position, are_settings_listed) = (NULL, 0)")
    try db.run("UPDATE remote_setting SET is_listed = 0")
  }

  /// Forgets what waits to be sent, where nothing ever is. What was logged is in the log.
  private static func forgetOutbox(_ db: Database) throws {
    let tables = [
      "outbox_entry", "outbox_child", "outbox_setting", "outbox", "remote_entry", "remote_child", "remote_setting",
      "unsent_tombstone", "listed_entry",
    ]
    for table in tables { try db.run("DELETE FROM \(table)") }
    try db.run("UPDATE sync_state SET (position, tag, synced_at, is_resyncing) = (NULL, NULL, NULL, 0)")
    try db.run("DELETE FROM inbox WHERE kind = 'failed'")
  }

  /// Erases everything: what stood in the file is overwritten first, and then a new database takes its place.
  ///
  /// This store writes no more. It is to be closed after it, and the file opened again; then nothing is left in the log
  /// beside it either.
  ///
  /// - Throws: `BabyError.storeReadOnly` and its like.
  public func erase(now: Instant, ids: IDGenerator) throws(BabyError) {
    let pool = currentPool
    do {
      let empty = try DatabaseQueue(configuration: .lasting())
      let instance: Identifier<Store> = ids.next(at: now)
      try DatabaseSchema.ladder.migrator(id: instance).migrate(empty)
      try pool.writeWithoutTransaction { db in
        try Self.overwriteRows(db)
        try empty.read { try $0.backup(to: db) }
        isReplaced.store(true, ordering: .releasing)
        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try empty.close()
    } catch {
      throw failure(error, path: path)
    }
  }

  /// Takes the file away, with what lies beside it. This store is to be closed after it.
  public func removeFile() { DatabaseFile(path: path).remove() }

  private static func overwriteRows(_ db: Database) throws {
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
    try db.execute(sql: "PRAGMA secure_delete = ON")
    let tables = try db.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
      $0.text()
    }
    try db.inTransaction(.immediate) {
      for table in tables { try db.execute(sql: "DELETE FROM \"\(table)\"") }
      return .commit
    }
    // Into the file itself: what is only in the log is overwritten there when the log is merged.
    try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func failure(_ error: any Error, path: String) -> BabyError {
    storeFailure(error, path: path) as? BabyError ?? .storeFailed(path: path, reason: "\(error)")
  }
}
