public import BabyModel
import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import SystemCalls

/// Whole databases, copied with SQLite's online backup: one state each, while the database is in use.
enum DatabaseCopy {
  /// Writes a copy, in place of a file that is there. It is there when it is whole.
  ///
  /// - Parameter label: SQL that is run in the copy.
  static func write(_ source: some DatabaseReader, to target: String, label: String = "") throws {
    let file = DatabaseFile(path: target + ".part", becoming: target)
    file.remove()
    defer { file.remove() }
    try file.create(mustBeNew: true)
    try source.read { try copy($0, to: file.path, label: label) }
    guard rename(file.path, target) == 0 else {
      throw BabyError.storeFailed(path: target, reason: systemErrorText())
    }
  }

  /// Without GRDB: after each of its connections that is closed, Dispatch wakes up every second for ever, and a backup
  /// is made each day.
  private static func copy(_ source: Database, to path: String, label: String) throws {
    var target: OpaquePointer?
    defer { sqlite3_close_v2(target) }
    func check(_ code: Int32, _ expected: Int32 = SQLITE_OK) throws {
      guard code != expected else { return }
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(target)))
    }
    try check(sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE, nil))
    guard let backup = sqlite3_backup_init(target, "main", source.sqliteConnection, "main") else {
      return try check(sqlite3_errcode(target))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    try check(code, SQLITE_DONE)
    // One file by itself, that can be read where nothing can be written.
    try check(sqlite3_exec(target, "PRAGMA journal_mode = DELETE", nil, nil, nil))
    try check(sqlite3_exec(target, label, nil, nil, nil))
  }

  /// Whether a backup of a log is whole, has children in it, and was not begun in place of a damaged one.
  static func isSound(_ path: String) -> Bool {
    let readOnly = Configuration.lasting(readonly: true)
    guard let backup = try? DatabaseQueue(path: DatabaseFile(path: path).immutableURI, configuration: readOnly) else {
      return false
    }
    defer { try? backup.close() }
    let isSound = try? backup.read { db in
      try DatabaseSchema.ladder.verify(db, path: path)
      return try !Successor.isMarked(db) && db.exists("SELECT 1 FROM child LIMIT 1")
        && db.first("PRAGMA quick_check(1)", [], { $0.text() }) == "ok"
    }
    return isSound == true
  }

  /// Hands out a working copy of a backup, which is not this program's to change: whole, sound, brought up to date, and
  /// with nothing in its rows that this program could not have written.
  ///
  /// - Parameters:
  ///   - path: of the database whose place it is to take; the working copy lies beside it meanwhile.
  ///   - table: which every such database has.
  ///   - verify: looks whether the schema is a known one.
  ///   - body: changes the copy, and puts it where it belongs. It also gets the owner that the backup's label names.
  static func withWorkingCopy(
    of source: String, beside path: String, holding table: String, verify: (Database) throws -> Void,
    migrator: DatabaseMigrator, _ body: (DatabaseQueue, LogOwner?) throws -> Void
  ) throws {
    let file = DatabaseFile(path: path + ".restoring", becoming: path)
    file.remove()
    defer { file.remove() }
    try file.create(mustBeNew: true)
    let copy = try DatabaseQueue(path: file.path, configuration: .lasting())
    let readOnly = Configuration.lasting(readonly: true)
    let original = DatabaseFile(path: source)
    let backup: DatabaseQueue
    do { backup = try DatabaseQueue(path: source, configuration: readOnly) } catch  where !original.hasPendingLog {
      // A plain copy of a database that was in use wants files beside it that cannot be made for reading.
      backup = try DatabaseQueue(path: original.immutableURI, configuration: readOnly)
    }
    try backup.backup(to: copy)
    try backup.close()
    let owner = try copy.writeWithoutTransaction { db in
      guard try db.tableExists(table) else { throw Damage() }
      try verify(db)
      guard try db.first("PRAGMA integrity_check(1)", [], { $0.text() }) == "ok" else { throw Damage() }
      return try BackupLabel.take(from: db)
    }
    try migrator.migrate(copy)
    try copy.read(RowCheck.verify)
    try body(copy, owner)
    try copy.close()
  }
}

/// Is called by SQLite every few milliseconds while it works, and not by a statement that is stuck.
final class ProgressWatch {
  /// In SQLite's own instructions, of which it does some ten million a second.
  private static let interval: Int32 = 100_000

  private let onProgress: @Sendable () -> Void

  init(onProgress: @escaping @Sendable () -> Void) { self.onProgress = onProgress }

  /// SQLite keeps a pointer to this object until `end`, or until the connection closes.
  func begin(_ db: Database) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      db.sqliteConnection, Self.interval,
      { pointer in
        if let pointer { Unmanaged<ProgressWatch>.fromOpaque(pointer).takeUnretainedValue().onProgress() }
        return 0
      }, pointer)
  }

  func end(_ db: Database) { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}

// Backups of the whole file, and putting another content in its place. All of these work on the caller's thread, which
// waits for the disk.

extension Store {
  /// Writes a copy of the database as it is at one moment, while it is in use. A file that is there is replaced.
  ///
  /// - Throws: `BabyError.storeFull` and its like.
  public func backup(to target: String) throws(BabyError) {
    let label = owner.map { BackupLabel.sql(for: $0) } ?? ""
    try explainingFailures(of: target) { try DatabaseCopy.write(currentPool, to: target, label: label) }
  }

  /// Puts a backup in place of everything in this database, at once.
  ///
  /// The restored database gets a new id, so that clients that have seen more than the backup contains start over. This
  /// store has the old id, and stops writing: close it, and open the file again.
  ///
  /// - Parameters:
  ///   - check: looks at what the backup holds and who owns it, and throws when it cannot be served.
  ///   - before: reads the last state that will be replaced.
  /// - Throws: `BabyError.storeCorrupt` if it is not a backup, or a damaged one; `.storeNewer`; the errors of the
  ///   closures. Nothing has changed then.
  public func restore(
    from source: String, now: Instant, ids: IDGenerator, check: (ReadTransaction, LogOwner) throws -> Void,
    before: (ReadTransaction) throws -> Void
  ) throws(BabyError) {
    let instance: Identifier<Store> = ids.next(at: now)
    try explainingFailures(of: source) {
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
    }
  }

  /// Makes the next poll fetch everything, so that what the server lacks is sent to it: it is unknown when, and with
  /// which account, the backup was made.
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

  /// Forgets another account's sync state: it may not hold for this account, and a log without an account does not need
  /// it.
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
  /// This store stops writing. Close it, and open the file again; then the log beside it contains nothing either.
  ///
  /// - Throws: `BabyError.storeReadOnly` and its like.
  public func erase(now: Instant, ids: IDGenerator) throws(BabyError) {
    let pool = currentPool
    try explainingFailures(of: path) {
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
}
