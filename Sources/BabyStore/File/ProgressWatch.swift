import GRDB
import GRDBSQLite

/// Hears from SQLite each few milliseconds that it works; a statement that is stuck says nothing.
final class ProgressWatch {
  /// In SQLite's own instructions, of which it does some ten million a second.
  private static let interval: Int32 = 100_000

  private let onProgress: @Sendable () -> Void

  init(onProgress: @escaping @Sendable () -> Void) { self.onProgress = onProgress }

  /// SQLite keeps a pointer to this object until `end`, or until the connection closes.
  func begin(_ db: Database) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      db.sqliteConnection, Self.interval,
      { pointer in
        if let pointer { Unmanaged<ProgressWatch>.fromOpaque(pointer).takeUnretainedValue().onProgress() }
        return 0
      }, pointer)
  }

  func end(_ db: Database) { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}
