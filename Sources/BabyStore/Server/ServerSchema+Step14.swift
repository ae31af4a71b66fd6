extension ServerSchema {
  /// A bottle can say what it held. Days are counted by that, too, without a look at the rows.
  static let step14 = """
    ALTER TABLE entry ADD COLUMN bottle_content TEXT;
    DROP INDEX entry_by_start;
    CREATE INDEX entry_by_start ON entry (child_id, start_at, id, kind, end_at, end_unknown, method, started_side,
        breasts, amount, unit, bottle_content, diaper, category, left_seconds, right_seconds, timed_side, timed_since,
        paused_since, timer, deleted_at)
      WHERE deleted_at IS NULL;
    """
}
