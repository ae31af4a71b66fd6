extension ServerSchema {
  /// Children and entries lie as in a machine's own database.
  ///
  /// Every change of something that caregivers share takes the next number of `server.seq`: an entry keeps the number
  /// of its last change, a child that of the last change of anything of its own.
  static let step1 = """
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

    CREATE TABLE child (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      name TEXT NOT NULL,
      born TEXT NOT NULL,
      sex TEXT,
      zone TEXT NOT NULL,
      feeding_style TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER,
      seq INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entry (
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
      deleted_at INTEGER,
      seq INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (id),
      FOREIGN KEY (child_id) REFERENCES child (id),
      CHECK (length(id) = 16),
      CHECK (kind = 'feeding' OR kind = 'diaper' OR kind = 'sleep' OR kind = 'tummy' OR kind = 'note'),
      CHECK (end_at BETWEEN start_at AND start_at + 86400000),
      CHECK (end_unknown = 0 OR (end_unknown = 1 AND end_at IS NULL)),
      CHECK ((kind = 'feeding') = (method IS NOT NULL)),
      CHECK (method = 'breast' OR method = 'bottle' OR method = 'pumping'),
      CHECK (started_side = 'left' OR started_side = 'right'),
      CHECK (breasts = 'one' OR breasts = 'both'),
      CHECK ((amount IS NULL) = (unit IS NULL)),
      CHECK (unit = 'ml' OR unit = 'oz'),
      CHECK ((kind = 'diaper') = (diaper IS NOT NULL)),
      CHECK (diaper = 'wet' OR diaper = 'dirty' OR diaper = 'both'),
      CHECK ((kind = 'note') = (category IS NOT NULL)),
      CHECK (category = 'general' OR category = 'health' OR category = 'medicine' OR category = 'milestone'
        OR category = 'growth' OR category = 'food')
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX entry_by_start ON entry (child_id, start_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind)
      WHERE deleted_at IS NULL AND end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy');
    CREATE INDEX entry_by_seq ON entry (child_id, seq);

    CREATE TABLE membership (
      user_id BLOB NOT NULL REFERENCES user (id),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      since INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (user_id, child_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_child ON membership (child_id);

    CREATE TABLE share (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'caregiver' OR role = 'viewer'),
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
}
