/// The tables of children and entries that the databases of a machine and of a family server share in version 1. They
/// are part of both steps, so they change as little as those do.
enum SharedVersion1 {
  /// All but the id.
  static let columnsOfChild = """
    name TEXT NOT NULL,
      born TEXT NOT NULL,
      sex TEXT,
      zone TEXT NOT NULL,
      feeding_style TEXT,
      due_date TEXT,
      birth_weight REAL,
      birth_weight_unit TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    """

  /// The first ones.
  static let columnsOfEntry = """
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
      bottle_content TEXT,
      diaper TEXT,
      category TEXT,
      left_seconds INTEGER,
      right_seconds INTEGER,
      timed_side TEXT,
      timed_since INTEGER,
      paused_since INTEGER
    """

  static let constraintsOfEntry = """
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
    """
}
