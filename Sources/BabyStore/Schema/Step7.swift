extension DatabaseSchema {
  /// Undo takes back changes of children, settings and reminders too: what each of them has replaced is kept, as that
  /// of entries is. A row that is not there was not there.
  static let step7 = """
    CREATE TABLE child_before (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      name TEXT NOT NULL,
      born TEXT NOT NULL,
      sex TEXT,
      zone TEXT NOT NULL,
      feeding_style TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
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

    -- Of a step: it could not be undone, which was said, and undo goes on with the one before.
    ALTER TABLE change ADD COLUMN is_skipped INTEGER NOT NULL DEFAULT 0;
    """
}
