extension Schema {
  /// Instants are milliseconds since 1970 UTC, ids 16 bytes, words as BabyModel spells them.
  ///
  /// Indexes hold what is not deleted; every query that means to use one says `deleted_at IS NULL`.
  static let tablesOfVersion1 = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance BLOB NOT NULL CHECK (length(instance) = 16)
    ) STRICT;

    \(childAndEntryTables)

    CREATE TABLE setting (
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      value TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX setting_key ON setting (ifnull(child_id, x''), key);

    CREATE TABLE selection (
      uid INTEGER PRIMARY KEY,
      child_id BLOB NOT NULL REFERENCES child (id)
    ) STRICT;

    -- One row per changed row, in the order of the commits.
    CREATE TABLE change (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      subject TEXT NOT NULL \(check("subject", isOneOf: "entry", "child", "setting", "selection")),
      operation TEXT NOT NULL \(check("operation", isOneOf: "insert", "update", "delete", "restore")),
      entry_id BLOB,
      child_id BLOB,
      setting TEXT,
      step INTEGER,
      reverts INTEGER
    ) STRICT;

    -- What one undo takes back: the changes with its id, which is the seq of the first of them.
    CREATE TABLE step (
      id INTEGER PRIMARY KEY,
      uid INTEGER NOT NULL,
      client TEXT NOT NULL,
      at INTEGER NOT NULL,
      label TEXT NOT NULL,
      state TEXT NOT NULL \(check("state", isOneOf: "done", "undone", "dropped"))
    ) STRICT;
    CREATE INDEX step_undone ON step (uid) WHERE state = 'undone';

    -- An entry as it was before the update with this seq.
    CREATE TABLE entry_before (
      seq INTEGER PRIMARY KEY,
      \(entryColumns)
    ) STRICT;

    CREATE TABLE answer (
      uid INTEGER NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      answer BLOB NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (uid, key)
    ) STRICT, WITHOUT ROWID;
    """

  /// The family server keeps children and entries in the same form.
  static let childAndEntryTables = """
    CREATE TABLE child (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      name TEXT NOT NULL,
      born TEXT NOT NULL,
      sex TEXT,
      zone TEXT NOT NULL,
      feeding_style TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entry (
      \(entryColumns),
      PRIMARY KEY (id),
      FOREIGN KEY (child_id) REFERENCES child (id),
      CHECK (length(id) = 16),
      \(check("kind", isOneOf: "feeding", "diaper", "sleep", "tummy", "note")),
      CHECK (end_at BETWEEN start_at AND start_at + 86400000),
      CHECK (end_unknown = 0 OR (end_unknown = 1 AND end_at IS NULL)),
      CHECK ((kind = 'feeding') = (method IS NOT NULL)),
      \(check("method", isOneOf: "breast", "bottle", "pumping")),
      \(check("started_side", isOneOf: "left", "right")),
      \(check("breasts", isOneOf: "one", "both")),
      CHECK ((amount IS NULL) = (unit IS NULL)),
      \(check("unit", isOneOf: "ml", "oz")),
      CHECK ((kind = 'diaper') = (diaper IS NOT NULL)),
      \(check("diaper", isOneOf: "wet", "dirty", "both")),
      CHECK ((kind = 'note') = (category IS NOT NULL)),
      \(check("category", isOneOf: "general", "health", "medicine", "milestone", "growth", "food"))
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX entry_by_start ON entry (child_id, start_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind)
      WHERE deleted_at IS NULL AND end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy');
    """

  /// A comparison each: SQLite makes a temporary table of an IN list whenever it looks at the constraint, and with as
  /// many words as there are here that takes longer than writing the row.
  static func check(_ column: String, isOneOf words: String...) -> String {
    "CHECK (\(words.map { "\(column) = '\($0)'" }.joined(separator: " OR ")))"
  }

  static let entryColumns = """
    id BLOB NOT NULL,
      child_id BLOB NOT NULL,
      kind TEXT NOT NULL,
      start_at INTEGER NOT NULL,
      end_at INTEGER,
      end_unknown INTEGER NOT NULL,
      method TEXT,
      started_side TEXT,
      breasts TEXT,
      amount REAL,
      unit TEXT,
      diaper TEXT,
      category TEXT,
      note TEXT,
      author TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    """
}
