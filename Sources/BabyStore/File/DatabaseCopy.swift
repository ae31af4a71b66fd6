import BabyModel
import Foundation
import GRDB

/// Whole databases, copied with SQLite's online backup: one state each, while the database is in use.
enum DatabaseCopy {
  /// Writes a copy, in place of a file that is there. It is there when it is whole.
  static func write(_ source: some DatabaseReader, to target: String) throws {
    let file = DatabaseFile(path: target + ".part")
    file.remove()
    defer { file.remove() }
    try file.create()
    let copy = try DatabaseQueue(path: file.path)
    try source.backup(to: copy)
    // One file by itself, that can be read where nothing can be written.
    try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try copy.close()
    guard rename(file.path, target) == 0 else {
      throw BabyError.storeFailed(path: target, reason: String(cString: strerror(errno)))
    }
  }

  /// Puts a copy in place of everything in a database, at once, even while it is used.
  ///
  /// - Parameters:
  ///   - path: the database's; a working copy lies beside it meanwhile, for a backup is not this program's to change.
  ///   - prepare: looks whether the working copy may take the place, and makes of it what it has to be.
  ///   - before: called once nothing is written any more, before anything is replaced.
  static func replace(
    _ pool: DatabasePool, path: String, with source: String, prepare: (DatabaseQueue) throws -> Void,
    before: (Database) throws -> Void = { _ in }
  ) throws {
    let file = DatabaseFile(path: path + ".restoring")
    file.remove()
    defer { file.remove() }
    try file.create()
    let copy = try DatabaseQueue(path: file.path)
    var readOnly = Configuration()
    readOnly.readonly = true
    let original = DatabaseFile(path: source)
    let backup: DatabaseQueue
    do { backup = try DatabaseQueue(path: source, configuration: readOnly) } catch  where !original.hasPendingLog {
      // A plain copy of a database that was in use wants files beside it that cannot be made for reading.
      backup = try DatabaseQueue(path: original.immutableURI, configuration: readOnly)
    }
    try backup.backup(to: copy)
    try backup.close()
    try prepare(copy)
    try pool.writeWithoutTransaction { db in
      try before(db)
      try copy.read { try $0.backup(to: db) }
    }
    try copy.close()
  }

  /// - Throws: `Damage` when SQLite finds any.
  static func checkIntegrity(_ db: Database) throws {
    guard try db.first("PRAGMA integrity_check(1)", [], { $0.text(0) }) == "ok" else { throw Damage() }
  }
}
