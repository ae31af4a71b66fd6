/// The tables for syncing an account's database with the family server. Without an account they stay empty.
extension DatabaseVersion1 {
  static let outbox = """
    -- Changes that the server has not confirmed. The last row of an entry stands for its version in `entry`, each
    -- earlier one for a version in `outbox_entry`. A row without an entry is a change of a child.
    CREATE TABLE outbox (
      number INTEGER PRIMARY KEY,
      entry_id BLOB REFERENCES entry (id),
      child_id BLOB NOT NULL REFERENCES child (id),
      -- The server's version that it is based on; NULL if the server does not know the entry or child.
      base INTEGER,
      sends INTEGER NOT NULL DEFAULT 0,
      is_attempted INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state = 'waiting' OR state = 'failed'),
      next_at INTEGER NOT NULL DEFAULT 0,
      -- When the wait for next_at began: a clock that shows an earlier time was set back.
      waits_since INTEGER,
      failure TEXT CHECK (failure = 'network' OR failure = 'server' OR failure = 'refused' OR failure = 'limited'),
      failure_text TEXT,
      failed_at INTEGER,
      requeued_at INTEGER,
      -- A person has requested another attempt.
      is_requested INTEGER NOT NULL DEFAULT 0,
      -- An entry whose changes have to be settled first.
      behind BLOB,
      -- The idempotency key. It is random, because numbers repeat if an older copy of the file is restored. NULL before
      -- the first attempt; it never changes after that.
      key BLOB,
      CHECK ((failure IS NULL) = (failure_text IS NULL))
    ) STRICT;
    CREATE INDEX outbox_by_state ON outbox (state, number, next_at);
    CREATE INDEX outbox_by_entry ON outbox (entry_id, number);
    CREATE INDEX outbox_by_child ON outbox (child_id, base) WHERE entry_id IS NULL;

    CREATE TABLE outbox_entry (
      number INTEGER PRIMARY KEY REFERENCES outbox (number),
      \(columnsOfEntry)
    ) STRICT;

    -- A child as it was sent, until the server answers.
    CREATE TABLE outbox_child (
      number INTEGER PRIMARY KEY REFERENCES outbox (number),
      \(columnsOfChild)
    ) STRICT;

    -- Settings that the server has not confirmed, in the order in which they were changed. The current value is sent.
    CREATE TABLE outbox_setting (
      number INTEGER PRIMARY KEY,
      home TEXT NOT NULL CHECK (home = 'person' OR home = 'child'),
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      -- The idempotency key: random, and the same for each attempt; NULL before the first one.
      sent_as BLOB
    ) STRICT;
    CREATE UNIQUE INDEX outbox_setting_place ON outbox_setting (home, ifnull(child_id, x''), key);

    -- Tombstones of entries that the server never had.
    CREATE TABLE unsent_tombstone (
      entry_id BLOB NOT NULL PRIMARY KEY REFERENCES entry (id)
    ) STRICT, WITHOUT ROWID;
    """

  static let sync = """
    -- The server's version of entries with changes in the outbox.
    CREATE TABLE remote_entry (
      \(columnsOfEntry),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- The server's version of children with a change in the outbox: only the differences are sent, so that two machines
    -- can change the same child.
    CREATE TABLE remote_child (
      \(columnsOfChild),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- The server's version of settings.
    CREATE TABLE remote_setting (
      home TEXT NOT NULL CHECK (home = 'person' OR home = 'child'),
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      -- NULL: it was reset or removed.
      value TEXT,
      changed_at INTEGER NOT NULL,
      -- While everything is fetched again: whether it has arrived.
      is_listed INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE UNIQUE INDEX remote_setting_place ON remote_setting (home, ifnull(child_id, x''), key);

    CREATE TABLE child_share (
      child_id BLOB NOT NULL PRIMARY KEY REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      -- When the server reported that the child is no longer shared with the account; the role is the last one. The
      -- child is deleted once none of its changes is pending.
      ended_at INTEGER,
      -- Whether the server stores the due date and the weight at birth.
      keeps_birth INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- People who joined or left, or whose role changed, as the server reports it.
    CREATE TABLE member_event (
      child_id BLOB NOT NULL REFERENCES child (id),
      at INTEGER NOT NULL,
      action TEXT NOT NULL CHECK (action = 'joined' OR action = 'left' OR action = 'removed' OR action = 'role'),
      name TEXT NOT NULL,
      role TEXT CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      changed_by TEXT,
      PRIMARY KEY (child_id, at, name, action)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      position TEXT,
      tag TEXT,
      synced_at INTEGER,
      -- Everything is being fetched again; what has arrived is in `listed_entry`.
      is_resyncing INTEGER NOT NULL DEFAULT 0,
      -- The position in the server's settings; NULL if the server has no support for them.
      settings_position TEXT,
      -- All of the server's settings have arrived once.
      are_settings_listed INTEGER NOT NULL DEFAULT 0,
      -- The file may contain traces of deleted data.
      needs_scrub INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO sync_state (id) VALUES (1);

    CREATE TABLE listed_entry (
      entry_id BLOB NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- Entries of unknown kinds, with the members that queries need. On the wire all instants are in UTC and in one
    -- format, so texts sort like times.
    CREATE TABLE unknown_entry (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      word TEXT NOT NULL,
      json TEXT NOT NULL,
      -- The server had it, and has lost it.
      is_lost INTEGER NOT NULL DEFAULT 0,
      child TEXT AS (lower(json ->> '$.childId')),
      start TEXT AS (ifnull(json ->> '$.start', '')),
      is_deleted INTEGER AS (json ->> '$.deletedAt' IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX unknown_entry_lost ON unknown_entry (id) WHERE is_lost = 1;
    CREATE INDEX unknown_entry_by_child ON unknown_entry (child, is_deleted, start);

    CREATE TABLE inbox (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind = 'sent' OR kind = 'failed' OR kind = 'conflict' OR kind = 'remote'
        OR kind = 'unknown'),
      at INTEGER NOT NULL,
      entry_id BLOB,
      child_id BLOB,
      text TEXT NOT NULL,
      is_dismissed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX inbox_by_entry ON inbox (entry_id) WHERE kind = 'failed';

    -- The hidden version of a conflict.
    CREATE TABLE inbox_entry (
      item INTEGER PRIMARY KEY REFERENCES inbox (id) ON DELETE CASCADE,
      \(columnsOfEntry)
    ) STRICT;
    """
}
