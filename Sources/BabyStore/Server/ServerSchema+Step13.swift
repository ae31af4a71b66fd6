extension ServerSchema {
  /// Those who share a child are told who has removed it. Days are counted without a look at the rows.
  static let step13 = """
    -- The owner's name, which stays when the account goes; NULL where nobody knows. It means nothing once the child is back.
    ALTER TABLE child ADD COLUMN removed_by TEXT;

    -- With all that days are counted from. To find a row by its id SQLite reads each row that it compares on the way as a
    -- whole, with its note, however little is wanted of it.
    DROP INDEX entry_by_start;
    CREATE INDEX entry_by_start ON entry (child_id, start_at, id, kind, end_at, end_unknown, method, started_side,
        breasts, amount, unit, diaper, category, left_seconds, right_seconds, timed_side, timed_since, paused_since, timer,
        deleted_at)
      WHERE deleted_at IS NULL;
    """
}
