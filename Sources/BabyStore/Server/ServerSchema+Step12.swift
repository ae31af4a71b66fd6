extension ServerSchema {
  /// Browsers can be told of reminders while nobody looks at them.
  static let step12 = """
    -- The private key by which push services know this server again.
    CREATE TABLE push_key (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key BLOB NOT NULL CHECK (length(key) = 32)
    ) STRICT;

    -- The browser of a session, which ends with it.
    CREATE TABLE push_subscription (
      session_id BLOB NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      -- Where its maker takes messages for it. Whoever knows it is that browser.
      endpoint TEXT NOT NULL UNIQUE,
      -- What messages are encrypted with.
      receiver_key BLOB NOT NULL CHECK (length(receiver_key) = 65),
      receiver_secret BLOB NOT NULL CHECK (length(receiver_secret) = 16),
      reminders INTEGER NOT NULL,
      timers INTEGER NOT NULL,
      others INTEGER NOT NULL,
      names INTEGER NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The latest occasion of each reminder that a browser was told of, whether it arrived or not.
    CREATE TABLE push_mark (
      session_id BLOB NOT NULL REFERENCES push_subscription (session_id) ON DELETE CASCADE,
      child_id BLOB NOT NULL REFERENCES child (id) ON DELETE CASCADE,
      rule TEXT NOT NULL,
      occasion TEXT NOT NULL,
      due INTEGER NOT NULL,
      told_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, child_id, rule)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_mark_child ON push_mark (child_id);
    """
}
