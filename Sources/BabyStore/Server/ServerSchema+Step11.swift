extension ServerSchema {
  /// Who shares a child with others is told who came and went, and who has changed an entry. A changed name goes to all
  /// machines of the account.
  static let step11 = """
    -- Who changed, deleted or restored it last; NULL where nobody has since it is known.
    ALTER TABLE entry ADD COLUMN changed_by TEXT;
    ALTER TABLE relayed_entry ADD COLUMN changed_by TEXT;

    CREATE TABLE member_event (
      child_id BLOB NOT NULL REFERENCES child (id),
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      deed TEXT NOT NULL CHECK (deed = 'joined' OR deed = 'left' OR deed = 'removed' OR deed = 'role'),
      -- Whose share it is, and who has done it: names, as entries have them, which stay when an account goes.
      name TEXT NOT NULL,
      role TEXT CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      changed_by TEXT,
      PRIMARY KEY (child_id, seq)
    ) STRICT, WITHOUT ROWID;

    -- When it ended; NULL from before this was kept.
    ALTER TABLE ended_membership ADD COLUMN at INTEGER;

    -- Number of the last change of name or e-mail address.
    ALTER TABLE user ADD COLUMN changed_seq INTEGER NOT NULL DEFAULT 0;
    """
}
