import BabyModel
import GRDB

/// The tables of a family server. A migration that has been released never changes.
enum ServerSchema {
  /// "BaBS": marks the file as a server's (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x4261_4253

  static let version = 3

  /// - Parameter epoch: of the database, should the file be a new one.
  static func migrator(epoch: Identifier<ServerStore>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tables)
      try db.run("INSERT INTO server (id, epoch, seq) VALUES (1, ?, 0)", [.id(epoch)])
    }
    migrator.registerMigration("2") { db in try db.execute(sql: stepTo2) }
    migrator.registerMigration("3") { db in try db.execute(sql: history) }
    return migrator
  }

  /// - Throws: `BabyError.storeNewer`; `Damage`, also for another program's file. Nothing has been written then.
  static func verify(_ db: Database, path: String) throws {
    let tables = try db.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) }
    // The migrator's own table comes before the first migration: a new file may have been left at that.
    if tables.allSatisfy({ $0 == "grdb_migrations" }) { return }
    guard try db.first("PRAGMA application_id", [], { $0.integer(0) }) == applicationID else { throw Damage() }
    let found =
      try db.first("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") { Int($0.integer(0)) } ?? 0
    guard found <= version else { throw BabyError.storeNewer(path: path, found: found, supported: version) }
    guard try db.first("SELECT length(epoch) FROM server", [], { $0.integer(0) }) == 16 else { throw Damage() }
  }

  /// Who puts an older copy of the file in its place by hand goes on with the same numbers for other changes. So a
  /// history begins whenever the file is opened, and a change belongs to the last one that began before it.
  private static let history = """
    CREATE TABLE history (
      -- Number of the last change before it.
      after_seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL
    ) STRICT;
    """

  /// Every change of something that caregivers share takes the next number of `server.seq`: an entry keeps the number
  /// of its last change, a child that of the last change of anything of its own.
  private static let tables = """
    CREATE TABLE server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch BLOB NOT NULL CHECK (length(epoch) = 16),
      seq INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE user (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      email TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      password TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A token is kept as its hash: who reads this file can log in as nobody.
    CREATE TABLE session (
      token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
      user_id BLOB NOT NULL REFERENCES user (id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_user ON session (user_id);

    \(Schema.childAndEntryTables)
    ALTER TABLE child ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entry ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX entry_by_seq ON entry (child_id, seq);

    CREATE TABLE membership (
      user_id BLOB NOT NULL REFERENCES user (id),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL \(Schema.check("role", isOneOf: "owner", "caregiver", "viewer")),
      since INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (user_id, child_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_child ON membership (child_id);

    CREATE TABLE share (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL \(Schema.check("role", isOneOf: "caregiver", "viewer")),
      code BLOB NOT NULL UNIQUE CHECK (length(code) = 32),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_by BLOB REFERENCES user (id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX share_child ON share (child_id);

    CREATE TABLE setting (
      user_id BLOB NOT NULL REFERENCES user (id),
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE answer (
      user_id BLOB NOT NULL REFERENCES user (id),
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      status INTEGER NOT NULL,
      tag TEXT,
      body BLOB NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;
    """

  private static let stepTo2 = """
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
}
