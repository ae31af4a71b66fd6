extension DatabaseSchema {
  /// A kind of entries needs no columns of its own any more, and no step: the table does not list the kinds.
  ///
  /// What an entry is of which all stands in its kind's declaration is a JSON object in `content`; entries of the five
  /// kinds with columns of their own have none.
  static let step11 = """
    CREATE TABLE entry_of_today (
      id BLOB NOT NULL,
      child_id BLOB NOT NULL,
      kind TEXT NOT NULL,
      start_at INTEGER NOT NULL,
      end_at INTEGER,
      end_unknown INTEGER NOT NULL,
      method TEXT,
      started_side TEXT,
      breasts TEXT,
      amount REAL,
      unit TEXT,
      diaper TEXT,
      category TEXT,
      note TEXT,
      author TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      left_seconds INTEGER,
      right_seconds INTEGER,
      timed_side TEXT,
      timed_since INTEGER,
      paused_since INTEGER,
      timer TEXT,
      content TEXT,
      PRIMARY KEY (id),
      FOREIGN KEY (child_id) REFERENCES child (id),
      CHECK (length(id) = 16),
      CHECK ((kind = 'feeding' OR kind = 'diaper' OR kind = 'sleep' OR kind = 'tummy' OR kind = 'note')
        = (content IS NULL)),
      CHECK (content IS NULL OR (length(content) <= 16384 AND json_valid(content))),
      CHECK (end_at BETWEEN start_at AND start_at + 86400000),
      CHECK (end_unknown = 0 OR (end_unknown = 1 AND end_at IS NULL)),
      CHECK ((kind = 'feeding') = (method IS NOT NULL)),
      CHECK (method = 'breast' OR method = 'bottle' OR method = 'pumping'),
      CHECK (started_side = 'left' OR started_side = 'right'),
      CHECK (breasts = 'one' OR breasts = 'both'),
      CHECK ((amount IS NULL) = (unit IS NULL)),
      CHECK (unit = 'ml' OR unit = 'oz'),
      CHECK ((kind = 'diaper') = (diaper IS NOT NULL)),
      CHECK (diaper = 'wet' OR diaper = 'dirty' OR diaper = 'both'),
      CHECK ((kind = 'note') = (category IS NOT NULL)),
      CHECK (category = 'general' OR category = 'health' OR category = 'medicine' OR category = 'milestone'
        OR category = 'growth' OR category = 'food')
    ) STRICT, WITHOUT ROWID;
    INSERT INTO entry_of_today
      (id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit,
        diaper, category, note, author, created_at, updated_at, deleted_at, left_seconds, right_seconds, timed_side,
        timed_since, paused_since, timer)
      SELECT id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit,
        diaper, category, note, author, created_at, updated_at, deleted_at, left_seconds, right_seconds, timed_side,
        timed_since, paused_since, timer
      FROM entry;
    DROP TABLE entry;
    ALTER TABLE entry_of_today RENAME TO entry;

    CREATE INDEX entry_by_start ON entry (child_id, start_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id, end_at, end_unknown, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    -- Finds what a newer version of the program has logged, of kinds that this one does not know.
    CREATE INDEX entry_declared ON entry (kind) WHERE content IS NOT NULL;

    ALTER TABLE entry_before ADD COLUMN content TEXT;
    ALTER TABLE outbox_entry ADD COLUMN content TEXT;
    ALTER TABLE remote_entry ADD COLUMN content TEXT;
    ALTER TABLE inbox_entry ADD COLUMN content TEXT;

    -- Of entries of kinds that are not known here, what is asked for. The wire writes all instants in UTC and alike, so
    -- that texts have the order of times.
    ALTER TABLE unknown_entry ADD COLUMN child TEXT AS (lower(json ->> '$.childId'));
    ALTER TABLE unknown_entry ADD COLUMN start TEXT AS (ifnull(json ->> '$.start', ''));
    ALTER TABLE unknown_entry ADD COLUMN is_deleted INTEGER AS (json ->> '$.deletedAt' IS NOT NULL);
    CREATE INDEX unknown_entry_by_child ON unknown_entry (child, is_deleted, start);
    """
}
