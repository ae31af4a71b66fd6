extension DatabaseSchema {
  /// Who changed an entry, and who came to share a child or shares it no more, as the server tells it.
  static let step15 = """
    -- Who changed, deleted or restored it last; NULL where nobody has, or nobody knows.
    ALTER TABLE entry ADD COLUMN changed_by TEXT;
    ALTER TABLE entry_before ADD COLUMN changed_by TEXT;
    ALTER TABLE outbox_entry ADD COLUMN changed_by TEXT;
    ALTER TABLE remote_entry ADD COLUMN changed_by TEXT;
    ALTER TABLE inbox_entry ADD COLUMN changed_by TEXT;

    CREATE TABLE member_event (
      child_id BLOB NOT NULL REFERENCES child (id),
      at INTEGER NOT NULL,
      deed TEXT NOT NULL CHECK (deed = 'joined' OR deed = 'left' OR deed = 'removed' OR deed = 'role'),
      name TEXT NOT NULL,
      role TEXT CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      changed_by TEXT,
      PRIMARY KEY (child_id, at, name, deed)
    ) STRICT, WITHOUT ROWID;
    """
}
