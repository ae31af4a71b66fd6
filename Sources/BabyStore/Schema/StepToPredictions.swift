extension Schema {
  /// What caregivers say of predictions; and the index by kind holds all that predictions look at, so that a month of
  /// sleeps and feeds is read without a look at the entries.
  static let stepToPredictions = """
    CREATE TABLE prediction_feedback (
      id INTEGER PRIMARY KEY,
      child_id BLOB NOT NULL REFERENCES child (id),
      kind TEXT NOT NULL \(check("kind", isOneOf: "nap", "bedtime", "feeding", "wakeUp")),
      verdict TEXT NOT NULL \(check("verdict", isOneOf: "tooEarly", "justRight", "tooLate")),
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX prediction_feedback_by_child ON prediction_feedback (child_id, at);

    DROP INDEX entry_by_kind;
    -- With deleted_at, which is NULL: else SQLite does not see that it need not look at the entry.
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id, end_at, end_unknown, deleted_at)
      WHERE deleted_at IS NULL;
    """
}
