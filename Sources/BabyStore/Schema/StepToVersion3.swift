extension Schema {
  /// Reminders: those of a family's own, and what has become of each rule's latest occasion.
  ///
  /// What is done to them is a change like any other, for which the change log learns two subjects and the rule's key.
  static let stepToVersion3 = """
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

    CREATE TABLE change_of_version_3 (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      subject TEXT NOT NULL \(check("subject", isOneOf: "entry", "child", "setting", "selection", "reminder", "custom")),
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
      CHECK ((state IS NULL) = (label IS NULL)),
      CHECK ((state IS NULL) = (client IS NULL))
    ) STRICT;
    INSERT INTO change_of_version_3
        (seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts, client, label, state)
      SELECT seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts, client, label, state
      FROM change ORDER BY seq;
    DROP TABLE change;
    ALTER TABLE change_of_version_3 RENAME TO change;
    CREATE INDEX change_undone ON change (uid) WHERE state = 'undone';
    """
}
