import BabyModel
import GRDB

/// The numbered steps from an empty file to the tables of today, for one kind of database.
///
/// Step n turns version n - 1 into version n, in its own transaction. A file records its steps, so a released step
/// never changes: it shares no text with a later step, or with the code for today's tables. CONTRIBUTING.md says how to
/// add one.
struct SchemaLadder: Sendable {
  /// Marks a file as of this kind (`PRAGMA application_id`).
  let applicationID: Int64
  /// Where the id of the database is: the table with one row, and the column.
  let identity: (table: String, column: String)
  /// The SQL of each step, beginning with version 1.
  let steps: [String]

  /// The version that `migrator` leads to.
  var version: Int { steps.count }

  /// - Parameter id: of the database, if it is new.
  func migrator<Owner>(id: Identifier<Owner>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    for (index, step) in steps.enumerated() {
      migrator.registerMigration(Self.name(ofVersion: index + 1)) { db in
        try db.execute(sql: step)
        guard index == 0 else { return }
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.run("INSERT INTO \(identity.table) (id, \(identity.column)) VALUES (1, ?)", [.id(id)])
      }
    }
    return migrator
  }

  /// Checks that a file is of this kind, intact as far as reading every table shows, and of a version that this program
  /// can read. Writes nothing.
  ///
  /// - Throws: `BabyError.storeNewer`; `.storeUnreleased`; `Damage`, also for another program's file; SQLite's own
  ///   errors.
  func verify(_ db: Database, path: String) throws {
    do {
      try verifyTables(db, path: path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // These statements are right wherever the tables are: a file format or a table is not what it should be.
      throw Damage()
    }
  }

  /// Whether the tables are those of today. Only a file that can be written is brought up to date.
  func isCurrent(_ db: Database) throws -> Bool { try Self.versions(in: db)?.max() == version }

  /// The id that a database was given when it was made.
  func id<Owner>(of db: Database) throws -> Identifier<Owner> {
    let id: Identifier<Owner>? = try db.first("SELECT \(identity.column) FROM \(identity.table)") { try $0.id() }
    guard let id else { throw Damage() }
    return id
  }

  private func verifyTables(_ db: Database, path: String) throws {
    guard try db.first("PRAGMA application_id", [], { $0.integer() }) == applicationID else { throw Damage() }
    guard let versions = try Self.versions(in: db) else { throw BabyError.storeUnreleased(path: path) }
    guard let found = versions.max() else { throw Damage() }
    guard found <= version else { throw BabyError.storeNewer(path: path, found: found, supported: version) }
    for table in try db.all("SELECT name FROM sqlite_master WHERE type = 'table'", [], { $0.text() }) {
      _ = try db.exists("SELECT 1 FROM \"\(table)\" LIMIT 1")
    }
    _ = try id(of: db) as Identifier<Self>
  }

  /// The steps that a file went through. Builds from before the first release named theirs by numbers alone.
  ///
  /// - Returns: nil for a file of such a build.
  private static func versions(in db: Database) throws -> [Int]? {
    let names = try db.all("SELECT identifier FROM grdb_migrations") { $0.text() }
    let versions = names.compactMap { $0.hasPrefix("v") ? Int($0.dropFirst()) : nil }
    return versions.count == names.count ? versions : nil
  }

  private static func name(ofVersion version: Int) -> String { "v\(version)" }
}

/// The tables of a machine's database.
enum DatabaseSchema {
  /// "BaBy" as `PRAGMA application_id`.
  static let ladder = SchemaLadder(
    applicationID: 0x4261_4279, identity: ("store", "instance"), steps: [DatabaseVersion1.sql])
}

/// The tables of a family server's database.
enum ServerSchema {
  /// "BaBS" as `PRAGMA application_id`.
  static let ladder = SchemaLadder(
    applicationID: 0x4261_4253, identity: ("server", "epoch"), steps: [ServerVersion1.sql])
}
