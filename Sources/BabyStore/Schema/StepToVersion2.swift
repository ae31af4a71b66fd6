extension Schema {
  /// A commit writes fewer pages.
  ///
  /// Without AUTOINCREMENT, whose table of its own was written with every change, the last seq is the highest in the log;
  /// once everything is pruned, the one that is kept in `store`. A step is written with the first of its changes. Only
  /// answers to idempotency keys are kept in the file, and none to presses of a button.
  static let stepToVersion2 = """
    CREATE TABLE change_of_version_2 (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      subject TEXT NOT NULL \(check("subject", isOneOf: "entry", "child", "setting", "selection")),
      operation TEXT NOT NULL \(check("operation", isOneOf: "insert", "update", "delete", "restore")),
      entry_id BLOB,
      child_id BLOB,
      setting TEXT,
      step INTEGER,
      reverts INTEGER,
      -- What one undo takes back: the changes with the same step, which is the seq of the first of them. That one says:
      client TEXT,
      label TEXT,
      state TEXT \(check("state", isOneOf: "done", "undone", "dropped")),
      CHECK ((state IS NULL) = (label IS NULL)),
      CHECK ((state IS NULL) = (client IS NULL))
    ) STRICT;
    INSERT INTO change_of_version_2
        (seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts, client, label, state)
      SELECT seq, change.at, change.uid, subject, operation, entry_id, child_id, setting, step, reverts, client, label, state
      FROM change LEFT JOIN step ON step.id = change.seq ORDER BY seq;

    -- The seq up to which changes are no longer in the log.
    ALTER TABLE store ADD COLUMN forgotten_seq INTEGER NOT NULL DEFAULT 0;
    UPDATE store SET forgotten_seq = ifnull(
      (SELECT min(seq) - 1 FROM change), ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0));

    DROP TABLE step;
    DROP TABLE change;
    ALTER TABLE change_of_version_2 RENAME TO change;
    CREATE INDEX change_undone ON change (uid) WHERE state = 'undone';

    DELETE FROM answer WHERE key LIKE 'press:%';
    UPDATE answer SET key = substr(key, length('key:') + 1);
    """
}
