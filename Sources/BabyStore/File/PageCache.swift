import GRDB

/// How much of a database a connection keeps in memory, in KiB.
enum PageCache: Int {
  /// A day's entries take a few dozen.
  case usual = 512
  /// For thousands of rows at once, which lie anywhere in the table: with less, pages are read and written several times in
  /// one transaction.
  case manyRows = 5120

  func set(_ db: Database) throws { try db.execute(sql: "PRAGMA cache_size = -\(rawValue)") }
}
