extension Schema {
  /// What keeps an account's database and the family server's the same. Tables of a database without an account stay
  /// empty.
  ///
  /// The change log learns two subjects, and how far a change has come on its way.
  static let stepToSyncing = """
    -- Changes that the server has not confirmed. Of an entry's rows the last is the entry as it lies in `entry`, and each
    -- earlier one as it lies in `outbox_entry`. A row without an entry is a child's.
    CREATE TABLE outbox (
      number INTEGER PRIMARY KEY,
      entry_id BLOB REFERENCES entry (id),
      child_id BLOB NOT NULL REFERENCES child (id),
      -- The server's version that it builds on; NULL: the server does not know the entry or child.
      base INTEGER,
      sends INTEGER NOT NULL DEFAULT 0,
      is_attempted INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL DEFAULT 'waiting' \(check("state", isOneOf: "waiting", "failed")),
      next_at INTEGER NOT NULL DEFAULT 0,
      failure TEXT \(check("failure", isOneOf: "network", "server", "refused", "limited")),
      failure_text TEXT,
      failed_at INTEGER,
      requeued_at INTEGER,
      -- Somebody has asked for it to be sent again.
      is_requested INTEGER NOT NULL DEFAULT 0,
      -- An entry whose changes have to be settled before.
      behind BLOB,
      -- Of a child: what may have arrived already was an earlier state.
      is_outdated INTEGER NOT NULL DEFAULT 0,
      CHECK ((failure IS NULL) = (failure_text IS NULL))
    ) STRICT;
    CREATE INDEX outbox_by_state ON outbox (state, number, next_at);
    CREATE INDEX outbox_by_entry ON outbox (entry_id, number);
    CREATE INDEX outbox_by_child ON outbox (child_id, base) WHERE entry_id IS NULL;

    CREATE TABLE outbox_entry (
      number INTEGER PRIMARY KEY REFERENCES outbox (number),
      \(entryColumns)
    ) STRICT;

    -- The server's version of entries that have changes in the outbox.
    CREATE TABLE remote_entry (
      \(entryColumns),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- Tombstones of what the server never had.
    CREATE TABLE unsent_tombstone (
      entry_id BLOB NOT NULL PRIMARY KEY REFERENCES entry (id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE child_share (
      child_id BLOB NOT NULL PRIMARY KEY REFERENCES child (id),
      role TEXT NOT NULL \(check("role", isOneOf: "owner", "caregiver", "viewer"))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      position TEXT,
      tag TEXT,
      synced_at INTEGER,
      -- Everything is being fetched anew; what has come so far is in `listed_entry`.
      is_resyncing INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO sync_state (id) VALUES (1);

    CREATE TABLE listed_entry (
      entry_id BLOB NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE unknown_entry (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      word TEXT NOT NULL,
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE inbox (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL \(check("kind", isOneOf: "sent", "failed", "conflict", "remote", "unknown")),
      at INTEGER NOT NULL,
      entry_id BLOB,
      child_id BLOB,
      text TEXT NOT NULL,
      is_dismissed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX inbox_by_entry ON inbox (entry_id) WHERE kind = 'failed';

    -- The version of a conflict that is not shown.
    CREATE TABLE inbox_entry (
      item INTEGER PRIMARY KEY REFERENCES inbox (id) ON DELETE CASCADE,
      \(entryColumns)
    ) STRICT;

    CREATE TABLE change_with_syncing (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      subject TEXT NOT NULL \(check(
        "subject", isOneOf: "entry", "child", "setting", "selection", "reminder", "custom", "outbox", "inbox")),
      operation TEXT NOT NULL \(check("operation", isOneOf: "insert", "update", "delete", "restore")),
      entry_id BLOB,
      child_id BLOB,
      setting TEXT,
      rule TEXT,
      step INTEGER,
      reverts INTEGER,
      client TEXT,
      label TEXT,
      state TEXT \(check("state", isOneOf: "done", "undone", "dropped")),
      -- How far a change has come on its way to the server.
      way TEXT,
      CHECK ((state IS NULL) = (label IS NULL)),
      CHECK ((state IS NULL) = (client IS NULL))
    ) STRICT;
    INSERT INTO change_with_syncing
        (seq, at, uid, subject, operation, entry_id, child_id, setting, rule, step, reverts, client, label, state)
      SELECT seq, at, uid, subject, operation, entry_id, child_id, setting, rule, step, reverts, client, label, state
      FROM change ORDER BY seq;
    DROP TABLE change;
    ALTER TABLE change_with_syncing RENAME TO change;
    CREATE INDEX change_undone ON change (uid) WHERE state = 'undone';
    """
}
