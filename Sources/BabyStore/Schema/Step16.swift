extension DatabaseSchema {
  /// An entry that an import brought knows which, and what it said then. It is in the entry's own row: ids of imported rows
  /// lie anywhere in the table, and a second table of them takes as long to write as the first.
  ///
  /// The columns check nothing: SQLite would read all rows of a log for each of them.
  static let step16 = """
    CREATE TABLE import (
      id INTEGER PRIMARY KEY,
      format TEXT NOT NULL,
      imported_at INTEGER NOT NULL,
      UNIQUE (format, imported_at)
    );
    -- NULL where no import has brought the entry, or a program did that did not keep it.
    ALTER TABLE entry ADD COLUMN import_id INTEGER;
    -- NULL, too, when the entry has got another id since then.
    ALTER TABLE entry ADD COLUMN import_digest INTEGER;
    -- What an import has replaced of it.
    ALTER TABLE entry_before ADD COLUMN import_id INTEGER;
    ALTER TABLE entry_before ADD COLUMN import_digest INTEGER;
    """
}
