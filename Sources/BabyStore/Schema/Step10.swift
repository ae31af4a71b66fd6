extension DatabaseSchema {
  /// A breast feed can run, with its time at each breast. What runs says so in a column of its own: what has no end may
  /// also have happened at one moment.
  static let step10 = """
    \(["entry", "entry_before", "outbox_entry", "remote_entry", "inbox_entry"].map(timersOfVersion10).joined())
    DROP INDEX entry_running;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    """

  private static func timersOfVersion10(_ table: String) -> String {
    """
    ALTER TABLE \(table) ADD COLUMN left_seconds INTEGER;
    ALTER TABLE \(table) ADD COLUMN right_seconds INTEGER;
    ALTER TABLE \(table) ADD COLUMN timed_side TEXT;
    ALTER TABLE \(table) ADD COLUMN timed_since INTEGER;
    ALTER TABLE \(table) ADD COLUMN paused_since INTEGER;
    -- Which of the kind's timers it is, while it runs: '' where a kind has one.
    ALTER TABLE \(table) ADD COLUMN timer TEXT;
    UPDATE \(table) SET timer = '' WHERE end_at IS NULL AND end_unknown = 0 AND kind IN ('sleep', 'tummy');

    """
  }
}
