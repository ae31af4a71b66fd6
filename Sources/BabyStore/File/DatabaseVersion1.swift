/// Version 1 of a machine's database.
///
/// Instants are milliseconds since 1970 UTC, ids are 16 bytes, words are spelled as in BabyModel. Constraints on words
/// use OR in place of IN: for an IN list SQLite makes a temporary table at each check, which with these lists takes
/// longer than writing the row.
///
/// Indexes contain only rows that are not deleted; a query needs `deleted_at IS NULL` to use one.
enum DatabaseVersion1 {
  static let sql = [log, journal, reminders, outbox, sync].joined(separator: "\n")

  private static let log = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      instance BLOB NOT NULL CHECK (length(instance) = 16),
      -- The seq of the last change that was pruned from the log.
      forgotten_seq INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE child (
      \(columnsOfChild),
      PRIMARY KEY (id),
      CHECK (length(id) = 16)
    ) STRICT, WITHOUT ROWID;

    -- The fields of a declared kind are a JSON object in `content`; entries of the five kinds with their own columns
    -- have none. Columns that may get more words are not checked.
    CREATE TABLE entry (
      \(columnsOfEntry),
      -- NULL if the entry was not imported.
      import_id INTEGER,
      -- A digest of the imported content; also NULL if the entry has got another id since.
      import_digest INTEGER,
      \(SharedVersion1.constraintsOfEntry)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX entry_by_start ON entry (child_id, start_at, id) WHERE deleted_at IS NULL;
    -- Covers the input of predictions, so that a month of sleeps and feeds is read from the index alone. That includes
    -- deleted_at, which is always NULL here: without it SQLite would read the rows.
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id, end_at, end_unknown, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    -- Finds entries of unknown kinds, which a newer version of the program has logged.
    CREATE INDEX entry_declared ON entry (kind) WHERE content IS NOT NULL;

    -- Imports, to which entries refer. Ids of imported rows are scattered over the table of entries, so a second table
    -- with one row for each would take as long to write as the entries.
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
    -- One row for each changed row, in the order of the commits. AUTOINCREMENT would write to another table with every
    -- change; without it, the last seq is the highest in the log, or the one in `store` once everything is pruned.
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
      -- The unit of undo: changes with the same step, which is the seq of the first of them. Only that one has these:
      client TEXT,
      label TEXT,
      state TEXT CHECK (state = 'done' OR state = 'undone' OR state = 'dropped'),
      -- It could not be undone, which the user knows: undo skips it.
      is_skipped INTEGER NOT NULL DEFAULT 0,
      -- The state of a change that is being sent to the server.
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

    -- At most one for each rule of a child: a later occasion replaces the earlier one.
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

    -- Feedback of caregivers on predictions.
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
      -- Identifies one of the kind's timers while it runs: '' if the kind has only one. An entry without an end may
      -- also be momentary, so an entry runs if and only if this is not NULL.
      timer TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      author TEXT,
      -- The person who changed, deleted or restored it last; NULL if there is none, or unknown.
      changed_by TEXT,
      content TEXT,
      note TEXT
    """
}
