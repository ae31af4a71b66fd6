extension DatabaseSchema {
  /// A child that is no longer shared with the account goes from the database, once nothing of it waits for anybody.
  static let step13 = """
    -- When the server said so; the role is the last one.
    ALTER TABLE child_share ADD COLUMN ended_at INTEGER;
    -- The file may have traces of what was deleted.
    ALTER TABLE sync_state ADD COLUMN needs_scrub INTEGER NOT NULL DEFAULT 0;
    """
}
