import BabyModel
import GRDB

/// The tables of a family server, in numbered steps.
///
/// As in `DatabaseSchema`, a step's text never changes and is shared with nothing.
enum ServerSchema {
  /// "BaBS": marks the file as a server's (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4261_4253

  static let version = 14

  /// - Parameter epoch: of the database, should the file be a new one.
  static func migrator(epoch: Identifier<ServerStore>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: step1)
      try db.run("INSERT INTO server (id, epoch, seq) VALUES (1, ?, 0)", [.id(epoch)])
    }
    migrator.registerMigration("2") { db in try db.execute(sql: step2) }
    migrator.registerMigration("3") { db in try db.execute(sql: step3) }
    migrator.registerMigration("4") { db in try db.execute(sql: step4) }
    migrator.registerMigration("5") { db in try db.execute(sql: step5) }
    migrator.registerMigration("6") { db in try db.execute(sql: step6) }
    migrator.registerMigration("7") { db in try db.execute(sql: step7) }
    migrator.registerMigration("8") { db in try db.execute(sql: step8) }
    migrator.registerMigration("9") { db in try db.execute(sql: step9) }
    migrator.registerMigration("10") { db in try db.execute(sql: step10) }
    migrator.registerMigration("11") { db in try db.execute(sql: step11) }
    migrator.registerMigration("12") { db in try db.execute(sql: step12) }
    migrator.registerMigration("13") { db in try db.execute(sql: step13) }
    migrator.registerMigration("14") { db in try db.execute(sql: step14) }
    return migrator
  }

  /// - Throws: `BabyError.storeNewer`; `Damage`, also for another program's file. Nothing has been written then.
  static func verify(_ db: Database, path: String) throws {
    let tables = try db.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text() }
    // The migrator's own table comes before the first migration: a new file may have been left at that.
    if tables.allSatisfy({ $0 == "grdb_migrations" }) { return }
    guard try db.first("PRAGMA application_id", [], { $0.integer() }) == applicationID else { throw Damage() }
    let found =
      try db.first("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") { Int($0.integer()) } ?? 0
    guard found <= version else { throw BabyError.storeNewer(path: path, found: found, supported: version) }
    guard try db.first("SELECT length(epoch) FROM server", [], { $0.integer() }) == 16 else { throw Damage() }
  }

  private static let step2 = """
    -- Machines that somebody has logged in with: a stranger's wrong guesses do not keep these out.
    CREATE TABLE device (
      user_id BLOB NOT NULL REFERENCES user (id),
      -- Hash of what the machine alone knows.
      device BLOB NOT NULL CHECK (length(device) = 32),
      at INTEGER NOT NULL,
      PRIMARY KEY (user_id, device)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_by_hash ON device (device);

    -- A tombstone keeps nothing of what was written.
    UPDATE entry SET note = NULL WHERE deleted_at IS NOT NULL;
    """

  /// Who puts an older copy of the file in its place by hand goes on with the same numbers for other changes. So a
  /// history begins whenever the file is opened, and a change belongs to the last one that began before it.
  private static let step3 = """
    CREATE TABLE history (
      -- Number of the last change before it.
      after_seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL
    ) STRICT;
    """

  /// Entries of kinds that a newer client knows and this server does not are kept as they come, and passed on.
  private static let step4 = """
    CREATE TABLE relayed_entry (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      kind TEXT NOT NULL,
      start_at INTEGER NOT NULL,
      end_at INTEGER,
      end_unknown INTEGER NOT NULL,
      note TEXT,
      -- A JSON object: what the kind has of its own.
      content TEXT NOT NULL,
      author TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relayed_entry_by_seq ON relayed_entry (child_id, seq);
    """

  /// A breast feed can run, with its time at each breast.
  private static let step5 = """
    ALTER TABLE entry ADD COLUMN left_seconds INTEGER;
    ALTER TABLE entry ADD COLUMN right_seconds INTEGER;
    ALTER TABLE entry ADD COLUMN timed_side TEXT;
    ALTER TABLE entry ADD COLUMN timed_since INTEGER;
    ALTER TABLE entry ADD COLUMN paused_since INTEGER;
    -- Which of the kind's timers it is, while it runs: '' where a kind has one.
    ALTER TABLE entry ADD COLUMN timer TEXT;
    UPDATE entry SET timer = '' WHERE end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy');
    DROP INDEX entry_running;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    """
}
