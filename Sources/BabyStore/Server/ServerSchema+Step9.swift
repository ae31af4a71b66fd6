extension ServerSchema {
  /// Settings are told to machines like entries: each has the number of its last change, and one that was reset is told
  /// too. A child has settings of its own, and reminders, which lie under keys of theirs.
  static let step9 = """
    UPDATE server SET seq = seq + 1 WHERE EXISTS (SELECT 1 FROM setting);
    CREATE TABLE setting_of_today (
      -- NULL for what is the child's own, for everybody who shares it.
      user_id BLOB REFERENCES user (id),
      -- NULL for what a person has set for everything.
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      -- NULL: it was reset or removed.
      value TEXT,
      changed_at INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      CHECK (user_id IS NOT NULL OR child_id IS NOT NULL)
    ) STRICT;
    INSERT INTO setting_of_today (user_id, key, value, changed_at, seq)
      SELECT user_id, key, value, user.created_at, server.seq
      FROM setting JOIN user ON user.id = user_id JOIN server;
    DROP TABLE setting;
    ALTER TABLE setting_of_today RENAME TO setting;
    CREATE UNIQUE INDEX setting_place ON setting (ifnull(user_id, x''), ifnull(child_id, x''), key);
    CREATE INDEX setting_of_user ON setting (user_id, seq) WHERE user_id IS NOT NULL;
    CREATE INDEX setting_of_child ON setting (child_id, seq) WHERE user_id IS NULL;
    CREATE INDEX setting_by_child ON setting (child_id) WHERE child_id IS NOT NULL;
    """
}
