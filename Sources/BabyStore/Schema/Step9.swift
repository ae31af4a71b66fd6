extension DatabaseSchema {
  /// A server that was put back to an earlier backup gets entries of kinds that are not known here again, too.
  static let step9 = """
    -- The server had it and has lost it.
    ALTER TABLE unknown_entry ADD COLUMN is_lost INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX unknown_entry_lost ON unknown_entry (id) WHERE is_lost = 1;
    """
}
