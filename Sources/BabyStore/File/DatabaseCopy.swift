import BabyModel
import Foundation
import GRDB
import GRDBSQLite
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
    try file.create(anew: true)
    try source.read { try copy($0, to: file.path, label: label) }
    guard rename(file.path, target) == 0 else {
      throw BabyError.storeFailed(path: target, reason: systemErrorText())
    }
  }

  /// Past GRDB: with each of its connections that goes, Dispatch begins to wake up each second for ever, and a backup is
  /// made each day.
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
    try file.create(anew: true)
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
