extension ServerSchema {
  /// Who shared a child once is told that they no longer do: their machines have to know it from a child that was removed
  /// for everybody, and from one that a server has lost that was put back.
  static let step8 = """
    CREATE TABLE ended_membership (
      user_id BLOB NOT NULL REFERENCES user (id),
      -- The child may be gone.
      child_id BLOB NOT NULL CHECK (length(child_id) = 16),
      PRIMARY KEY (user_id, child_id)
    ) STRICT, WITHOUT ROWID;
    """
}
