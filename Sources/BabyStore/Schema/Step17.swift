extension DatabaseSchema {
  /// A bottle can say what it held, wherever a version of an entry is kept. `content` is taken: it holds what is declared of
  /// other kinds.
  ///
  /// The columns check nothing, as those of version 16.
  static let step17 = """
    ALTER TABLE entry ADD COLUMN bottle_content TEXT;
    ALTER TABLE entry_before ADD COLUMN bottle_content TEXT;
    ALTER TABLE outbox_entry ADD COLUMN bottle_content TEXT;
    ALTER TABLE remote_entry ADD COLUMN bottle_content TEXT;
    ALTER TABLE inbox_entry ADD COLUMN bottle_content TEXT;
    """
}
