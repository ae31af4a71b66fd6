extension DatabaseSchema {
  /// A child can have a day when it was due and a weight at birth, wherever a version of it is kept.
  static let step14 = """
    ALTER TABLE child ADD COLUMN due_date TEXT;
    ALTER TABLE child ADD COLUMN birth_weight REAL;
    ALTER TABLE child ADD COLUMN birth_weight_unit TEXT;
    ALTER TABLE child_before ADD COLUMN due_date TEXT;
    ALTER TABLE child_before ADD COLUMN birth_weight REAL;
    ALTER TABLE child_before ADD COLUMN birth_weight_unit TEXT;
    ALTER TABLE remote_child ADD COLUMN due_date TEXT;
    ALTER TABLE remote_child ADD COLUMN birth_weight REAL;
    ALTER TABLE remote_child ADD COLUMN birth_weight_unit TEXT;
    ALTER TABLE outbox_child ADD COLUMN due_date TEXT;
    ALTER TABLE outbox_child ADD COLUMN birth_weight REAL;
    ALTER TABLE outbox_child ADD COLUMN birth_weight_unit TEXT;
    -- What the server says of these is known here: earlier servers keep none of them.
    ALTER TABLE child_share ADD COLUMN keeps_birth INTEGER NOT NULL DEFAULT 0;
    """
}
