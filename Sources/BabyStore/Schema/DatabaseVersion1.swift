/// Version 1 of a machine's database.
///
/// Instants are milliseconds since 1970 UTC, ids 16 bytes, words as BabyModel spells them. A word is compared with one
/// after the other: SQLite makes a temporary table of an IN list whenever it looks at the constraint, and with as many
/// words as there are here that takes longer than writing the row.
///
/// Indexes hold what is not deleted; every query that means to use one says `deleted_at IS NULL`.
enum DatabaseVersion1 {
  static let sql = [log, journal, reminders, outbox, sync].joined(separator: "\n")

  private static let log = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance BLOB NOT NULL CHECK (length(instance) = 16),
      -- The seq up to which changes are no longer in the log.
      forgotten_seq INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE child (
      \(columnsOfChild),
      PRIMARY KEY (id),
      CHECK (length(id) = 16)
    ) STRICT, WITHOUT ROWID;

    -- What an entry is of which all stands in its kind's declaration is a JSON object in `content`; entries of the five
    -- kinds with columns of their own have none. Columns whose words may become more are not checked.
    CREATE TABLE entry (
      \(columnsOfEntry),
      -- NULL where no import has brought the entry.
      import_id INTEGER,
      -- What the import said; NULL, too, when the entry has got another id since then.
      import_digest INTEGER,
      \(SharedVersion1.constraintsOfEntry)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX entry_by_start ON entry (child_id, start_at, id) WHERE deleted_at IS NULL;
    -- Holds all that predictions look at, so that a month of sleeps and feeds is read without a look at the entries: also
    -- deleted_at, which is NULL, for else SQLite does not see that it need not look.
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id, end_at, end_unknown, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    -- Finds what a newer version of the program has logged, of kinds that this one does not know.
    CREATE INDEX entry_declared ON entry (kind) WHERE content IS NOT NULL;

    -- Imports, by which entries know where they come from. Ids of imported rows lie anywhere in the table of entries, and
    -- a second table of them would take as long to write as the first.
    CREATE TABLE import (
      id INTEGER PRIMARY KEY,
      format TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      UNIQUE (format, imported_at)
    ) STRICT;

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

  /// All changes, and what each of them has replaced, for undo: a row that is missing from a table `…_before` did not
  /// exist.
  private static let journal = """
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
      -- It could not be undone, the user was told, and undo goes on with the step before.
      is_skipped INTEGER NOT NULL DEFAULT 0,
      -- How far a change has come on its way to the server.
      way TEXT,
      CHECK ((state IS NULL) = (label IS NULL)),
      CHECK ((state IS NULL) = (client IS NULL))
    ) STRICT;
    CREATE INDEX change_undone ON change (uid) WHERE state = 'undone';

    CREATE TABLE entry_before (
      seq INTEGER PRIMARY KEY,
      \(columnsOfEntry),
      import_id INTEGER,
      import_digest INTEGER
    ) STRICT;

    CREATE TABLE child_before (
      seq INTEGER PRIMARY KEY,
      \(columnsOfChild)
    ) STRICT;

    CREATE TABLE setting_before (
      seq INTEGER PRIMARY KEY,
      child_id BLOB,
      key TEXT NOT NULL,
      value TEXT NOT NULL
    ) STRICT;

    CREATE TABLE selection_before (
      seq INTEGER PRIMARY KEY,
      uid INTEGER NOT NULL,
      child_id BLOB NOT NULL
    ) STRICT;

    CREATE TABLE custom_reminder_before (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      child_id BLOB NOT NULL,
      name TEXT NOT NULL,
      every INTEGER,
      daily TEXT,
      since INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE reminder_before (
      seq INTEGER PRIMARY KEY,
      child_id BLOB NOT NULL,
      rule TEXT NOT NULL,
      occasion TEXT NOT NULL,
      due INTEGER NOT NULL,
      told_at INTEGER,
      snoozed_until INTEGER,
      dismissed_at INTEGER
    ) STRICT;

    -- Answers to calls, by their idempotency keys.
    CREATE TABLE answer (
      uid INTEGER NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      answer BLOB NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (uid, key)
    ) STRICT, WITHOUT ROWID;
    """

  private static let reminders = """
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

  static let columnsOfChild = """
    id BLOB NOT NULL,
      \(SharedVersion1.columnsOfChild)
    """

  /// Potentially long columns come last: SQLite reads a row from its beginning.
  static let columnsOfEntry = """
    \(SharedVersion1.columnsOfEntry),
      -- Which of the kind's timers it is, while it runs: '' where a kind has one. What has no end may also have happened
      -- at one moment, so that runs in which this is not NULL.
      timer TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      author TEXT,
      -- Who changed, deleted or restored it last; NULL where nobody has, or nobody knows.
      changed_by TEXT,
      content TEXT,
      note TEXT
    """
}
