extension Schema {
  /// A commit writes fewer pages.
  ///
  /// Without AUTOINCREMENT, whose table of its own was written with every change, the last seq is the highest in the log;
  /// once everything is pruned, the one that is kept in `store`. Only answers to idempotency keys are kept in the file,
  /// and none to presses of a button.
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
      reverts INTEGER
    ) STRICT;
    INSERT INTO change_of_version_2 (seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts)
      SELECT seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts FROM change ORDER BY seq;

    -- The seq up to which changes are no longer in the log.
    ALTER TABLE store ADD COLUMN forgotten_seq INTEGER NOT NULL DEFAULT 0;
    UPDATE store SET forgotten_seq = ifnull(
      (SELECT min(seq) - 1 FROM change), ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0));

    DROP TABLE change;
    ALTER TABLE change_of_version_2 RENAME TO change;

    DELETE FROM answer WHERE key LIKE 'press:%';
    UPDATE answer SET key = substr(key, length('key:') + 1);
    """
}
