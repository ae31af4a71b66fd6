extension DatabaseSchema {
  /// Settings, reminders of a family's own and what became of their occasions are shared with the server too, each as a
  /// value under a key.
  static let step12 = """
    -- Values that the server has, as it has them.
    CREATE TABLE remote_setting (
      home TEXT NOT NULL CHECK (home = 'person' OR home = 'child'),
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      -- NULL: it was reset or removed.
      value TEXT,
      changed_at INTEGER NOT NULL,
      -- Everything is being fetched anew, and it has come.
      is_listed INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE UNIQUE INDEX remote_setting_place ON remote_setting (home, ifnull(child_id, x''), key);

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

    -- Where the next of the server's values come; NULL where the server tells of none.
    ALTER TABLE sync_state ADD COLUMN settings_position TEXT;
    -- All that the server has have come once.
    ALTER TABLE sync_state ADD COLUMN are_settings_listed INTEGER NOT NULL DEFAULT 0;
    """
}
