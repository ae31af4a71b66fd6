import BabyModel
import GRDB

/// The numbered steps from an empty file to the tables of today.
///
/// A step says what is in a file already: once a file has been kept that went through it, its text never changes. So each
/// spells its tables out, and shares no text with another step or with what reads and writes today's tables: editing
/// those would rewrite history. CONTRIBUTING.md says how to add one.
enum DatabaseSchema {
  /// "BaBy": marks the file as this program's (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4261_4279

  /// The version of the first step. Nothing older was ever released.
  static let firstVersion = 5

  /// The version that `migrator` leads to.
  static let version = 17

  /// - Parameter instance: id of the database, should the file be a new one.
  static func migrator(instance: Identifier<Store>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("5") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: step5)
      try db.run("INSERT INTO store (id, instance) VALUES (1, ?)", [.id(instance)])
    }
    migrator.registerMigration("6") { db in try db.execute(sql: step6) }
    migrator.registerMigration("7") { db in try db.execute(sql: step7) }
    migrator.registerMigration("8") { db in try db.execute(sql: step8) }
    migrator.registerMigration("9") { db in try db.execute(sql: step9) }
    migrator.registerMigration("10") { db in try db.execute(sql: step10) }
    migrator.registerMigration("11") { db in try db.execute(sql: step11) }
    migrator.registerMigration("12") { db in try db.execute(sql: step12) }
    migrator.registerMigration("13") { db in try db.execute(sql: step13) }
    migrator.registerMigration("14") { db in try db.execute(sql: step14) }
    migrator.registerMigration("15") { db in try db.execute(sql: step15) }
    migrator.registerMigration("16") { db in try db.execute(sql: step16) }
    migrator.registerMigration("17") { db in try db.execute(sql: step17) }
    return migrator
  }

  /// Looks whether the file is one of ours, whole as far as a look at every table tells, and not from the future.
  ///
  /// - Throws: `BabyError.storeNewer`; `.storeFailed` for a file from before the first version; `Damage`, also for another
  ///   program's file; SQLite's own errors. Nothing has been written then.
  static func verify(_ db: Database, path: String) throws {
    do {
      try verifyTables(db, path: path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // These statements are right wherever the tables are: a file format or a table is not what it should be.
      throw Damage()
    }
  }

  /// The id that the database was given when it was made.
  static func instance(_ db: Database) throws -> Identifier<Store> {
    guard let instance: Identifier<Store> = try db.first("SELECT instance FROM store", [], { try $0.id() }) else {
      throw Damage()
    }
    return instance
  }

  /// Whether the tables are those of today. Only a file that can be written is brought up to date.
  static func isCurrent(_ db: Database) throws -> Bool { try migratedVersion(db) == version }

  private static func migratedVersion(_ db: Database) throws -> Int {
    try db.first("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") { Int($0.integer()) } ?? 0
  }

  private static func verifyTables(_ db: Database, path: String) throws {
    let tables = try db.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text() }
    // The migrator's own table comes before the first migration: a new file may have been left at that.
    if tables.allSatisfy({ $0 == "grdb_migrations" }) { return }
    guard try db.first("PRAGMA application_id", [], { $0.integer() }) == applicationID else { throw Damage() }
    let found = try migratedVersion(db)
    guard found <= version else {
      throw BabyError.storeNewer(path: path, found: found, supported: version)
    }
    guard found >= firstVersion else {
      throw BabyError.storeFailed(
        path: path, reason: "it was made before the first release (schema \(found)), which no released version can read"
      )
    }
    for table in tables {
      _ = try db.exists("SELECT 1 FROM \"\(table)\" LIMIT 1")
    }
    _ = try instance(db)
  }
}
