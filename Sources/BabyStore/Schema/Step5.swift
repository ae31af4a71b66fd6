extension DatabaseSchema {
  /// The first tables that were kept anywhere. What led to them was never released; it is number 5 because the files that
  /// have them say so.
  ///
  /// Instants are milliseconds since 1970 UTC, ids 16 bytes, words as BabyModel spells them. A word is compared with one
  /// after the other: SQLite makes a temporary table of an IN list whenever it looks at the constraint, and with as many
  /// words as there are here that takes longer than writing the row.
  ///
  /// Indexes hold what is not deleted; every query that means to use one says `deleted_at IS NULL`.
  static let step5 = [logOfVersion5, journalOfVersion5, remindersOfVersion5, syncingOfVersion5].joined(separator: "\n")

  private static let logOfVersion5 = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance BLOB NOT NULL CHECK (length(instance) = 16),
      -- The seq up to which changes are no longer in the log.
      forgotten_seq INTEGER NOT NULL DEFAULT 0
    ) STRICT;

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
      \(columnsOfEntry),
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
    -- Holds all that predictions look at, so that a month of sleeps and feeds is read without a look at the entries: also
    -- deleted_at, which is NULL, for else SQLite does not see that it need not look.
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id, end_at, end_unknown, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind)
      WHERE deleted_at IS NULL AND end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy');

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
    """

  private static let journalOfVersion5 = """
    -- One row for each changed row, in the order of the commits. Without AUTOINCREMENT, whose table of its own would be
    -- written with every change, the last seq is the highest in the log; once everything is pruned, the one in `store`.
    CREATE TABLE change (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      subject TEXT NOT NULL CHECK (subject = 'entry' OR subject = 'child' OR subject = 'setting'
        OR subject = 'selection' OR subject = 'reminder' OR subject = 'custom' OR subject = 'outbox'
        OR subject = 'inbox'),
      operation TEXT NOT NULL CHECK (operation = 'insert' OR operation = 'update' OR operation = 'delete'
        OR operation = 'restore'),
      entry_id BLOB,
      child_id BLOB,
      setting TEXT,
      rule TEXT,
      step INTEGER,
      reverts INTEGER,
      -- What one undo takes back: the changes with the same step, which is the seq of the first of them. That one says:
      client TEXT,
      label TEXT,
      state TEXT CHECK (state = 'done' OR state = 'undone' OR state = 'dropped'),
      -- How far a change has come on its way to the server.
      way TEXT,
      CHECK ((state IS NULL) = (label IS NULL)),
      CHECK ((state IS NULL) = (client IS NULL))
    ) STRICT;
    CREATE INDEX change_undone ON change (uid) WHERE state = 'undone';

    -- An entry as it was before the update with this seq.
    CREATE TABLE entry_before (
      seq INTEGER PRIMARY KEY,
      \(columnsOfEntry)
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

  private static let remindersOfVersion5 = """
    CREATE TABLE custom_reminder (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      name TEXT NOT NULL,
      every INTEGER CHECK (every > 0),
      daily TEXT,
      since INTEGER NOT NULL,
      CHECK ((every IS NULL) <> (daily IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX custom_reminder_by_child ON custom_reminder (child_id);

    -- One for each rule of a child at most: a row of a later occasion takes the place of an earlier one's.
    CREATE TABLE reminder (
      child_id BLOB NOT NULL REFERENCES child (id),
      rule TEXT NOT NULL,
      occasion TEXT NOT NULL,
      due INTEGER NOT NULL,
      told_at INTEGER,
      snoozed_until INTEGER,
      dismissed_at INTEGER,
      PRIMARY KEY (child_id, rule)
    ) STRICT, WITHOUT ROWID;

    -- What caregivers say of predictions.
    CREATE TABLE prediction_feedback (
      id INTEGER PRIMARY KEY,
      child_id BLOB NOT NULL REFERENCES child (id),
      kind TEXT NOT NULL CHECK (kind = 'nap' OR kind = 'bedtime' OR kind = 'feeding' OR kind = 'wakeUp'),
      verdict TEXT NOT NULL CHECK (verdict = 'tooEarly' OR verdict = 'justRight' OR verdict = 'tooLate'),
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX prediction_feedback_by_child ON prediction_feedback (child_id, at);
    """

  /// What keeps an account's database and the family server's the same. Tables of a database without an account stay
  /// empty.
  private static let syncingOfVersion5 = """
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
      failure TEXT CHECK (failure = 'network' OR failure = 'server' OR failure = 'refused' OR failure = 'limited'),
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
      \(columnsOfEntry)
    ) STRICT;

    -- The server's version of entries that have changes in the outbox.
    CREATE TABLE remote_entry (
      \(columnsOfEntry),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- Tombstones of what the server never had.
    CREATE TABLE unsent_tombstone (
      entry_id BLOB NOT NULL PRIMARY KEY REFERENCES entry (id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE child_share (
      child_id BLOB NOT NULL PRIMARY KEY REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer')
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

  private static let columnsOfEntry = """
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
