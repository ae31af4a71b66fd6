/// The tables for syncing an account's database with the family server. Without an account they stay empty.
extension DatabaseVersion1 {
  static let outbox = """
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
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state = 'waiting' OR state = 'failed'),
      next_at INTEGER NOT NULL DEFAULT 0,
      -- When the wait for next_at began: a clock that shows an earlier time was set back.
      waits_since INTEGER,
      failure TEXT CHECK (failure = 'network' OR failure = 'server' OR failure = 'refused' OR failure = 'limited'),
      failure_text TEXT,
      failed_at INTEGER,
      requeued_at INTEGER,
      -- Somebody has asked for it to be sent again.
      is_requested INTEGER NOT NULL DEFAULT 0,
      -- An entry whose changes have to be settled before.
      behind BLOB,
      -- What it is sent under: random, for numbers come again when an older copy of the file is put back. NULL before the
      -- first attempt; from then on it stays as it is.
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

    -- A child as it was sent, until the server has answered.
    CREATE TABLE outbox_child (
      number INTEGER PRIMARY KEY REFERENCES outbox (number),
      \(columnsOfChild)
    ) STRICT;

    -- Values that the server has not confirmed, in the order in which they were set. The value is what lies here now.
    CREATE TABLE outbox_setting (
      number INTEGER PRIMARY KEY,
      home TEXT NOT NULL CHECK (home = 'person' OR home = 'child'),
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      -- Random, and the same with each attempt; NULL before the first one.
      sent_as BLOB
    ) STRICT;
    CREATE UNIQUE INDEX outbox_setting_place ON outbox_setting (home, ifnull(child_id, x''), key);

    -- Tombstones of what the server never had.
    CREATE TABLE unsent_tombstone (
      entry_id BLOB NOT NULL PRIMARY KEY REFERENCES entry (id)
    ) STRICT, WITHOUT ROWID;
    """

  static let sync = """
    -- The server's version of entries that have changes in the outbox.
    CREATE TABLE remote_entry (
      \(columnsOfEntry),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- The server's version of children that have a change in the outbox: what differs from it is sent, so that two
    -- machines can change the same child.
    CREATE TABLE remote_child (
      \(columnsOfChild),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- Values that the server has, as it has them.
    CREATE TABLE remote_setting (
      home TEXT NOT NULL CHECK (home = 'person' OR home = 'child'),
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      -- NULL: it was reset or removed.
      value TEXT,
      changed_at INTEGER NOT NULL,
      -- Everything is being fetched again, and it has come.
      is_listed INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE UNIQUE INDEX remote_setting_place ON remote_setting (home, ifnull(child_id, x''), key);

    CREATE TABLE child_share (
      child_id BLOB NOT NULL PRIMARY KEY REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      -- When the server said that the child is no longer shared with the account; the role is the last one. The child goes
      -- from the database once nothing of it waits to be sent.
      ended_at INTEGER,
      -- Whether the server keeps the due date and the weight at birth.
      keeps_birth INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- Who came to share a child or shares it no more, as the server tells it.
    CREATE TABLE member_event (
      child_id BLOB NOT NULL REFERENCES child (id),
      at INTEGER NOT NULL,
      deed TEXT NOT NULL CHECK (deed = 'joined' OR deed = 'left' OR deed = 'removed' OR deed = 'role'),
      name TEXT NOT NULL,
      role TEXT CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      changed_by TEXT,
      PRIMARY KEY (child_id, at, name, deed)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      position TEXT,
      tag TEXT,
      synced_at INTEGER,
      -- Everything is being fetched again; what has come so far is in `listed_entry`.
      is_resyncing INTEGER NOT NULL DEFAULT 0,
      -- Where the next of the server's values come; NULL where the server tells of none.
      settings_position TEXT,
      -- All that the server has have come once.
      are_settings_listed INTEGER NOT NULL DEFAULT 0,
      -- The file may have traces of what was deleted.
      needs_scrub INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO sync_state (id) VALUES (1);

    CREATE TABLE listed_entry (
      entry_id BLOB NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- Entries of kinds that are not known here, and of them what is asked for. The wire writes all instants in UTC and
    -- alike, so that texts have the order of times.
    CREATE TABLE unknown_entry (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      word TEXT NOT NULL,
      json TEXT NOT NULL,
      -- The server had it and has lost it.
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

    -- The version of a conflict that is not shown.
    CREATE TABLE inbox_entry (
      item INTEGER PRIMARY KEY REFERENCES inbox (id) ON DELETE CASCADE,
      \(columnsOfEntry)
    ) STRICT;
    """
}
