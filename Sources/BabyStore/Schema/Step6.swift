extension DatabaseSchema {
  /// A child's change is sent as what differs from the server's version, so that two machines can change the same child.
  ///
  /// Changes on their way can wait for longer than a retry.
  static let step6 = """
    -- When the wait for next_at began: a clock that shows an earlier time was set back.
    ALTER TABLE outbox ADD COLUMN waits_since INTEGER;
    UPDATE outbox SET next_at = 0;
    -- What has been sent says it now.
    ALTER TABLE outbox DROP COLUMN is_outdated;

    -- The server's version of children that have a change in the outbox.
    CREATE TABLE remote_child (
      \(columnsOfChild),
      PRIMARY KEY (id)
    ) STRICT, WITHOUT ROWID;

    -- A child as it was sent, until the server has answered.
    CREATE TABLE outbox_child (
      number INTEGER PRIMARY KEY REFERENCES outbox (number),
      \(columnsOfChild)
    ) STRICT;
    """

  private static let columnsOfChild = """
    id BLOB NOT NULL,
      name TEXT NOT NULL,
      born TEXT NOT NULL,
      sex TEXT,
      zone TEXT NOT NULL,
      feeding_style TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    """
}
