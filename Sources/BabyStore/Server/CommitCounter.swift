import GRDB
import GRDBSQLite
import Synchronization

/// A connection of its own that sees whether anything was committed, by this process or by another one.
final class CommitCounter: Sendable {
  private let connection: Mutex<Connection?>

  /// Has no connection: `count` throws, as after `close`.
  init() { connection = Mutex(nil) }

  init(path: String) throws { connection = Mutex(try Connection(path: path)) }

  /// Another number after each commit; never a smaller one.
  func count() throws -> Int64 {
    try connection.withLock { connection in
      guard let count = try connection?.count() else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      return count
    }
  }

  func close() { connection.withLock { $0 = nil } }

  /// SQLite's own handles: one step of one statement is all there is to do, and it has to cost next to nothing.
  private struct Connection: ~Copyable {
    private let database: OpaquePointer
    private let query: OpaquePointer

    init(path: String) throws {
      var database: OpaquePointer?
      var query: OpaquePointer?
      var code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
      if code == SQLITE_OK { code = sqlite3_busy_timeout(database, 5000) }
      if code == SQLITE_OK { code = sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &query, nil) }
      guard code == SQLITE_OK, let database, let query else {
        let error = DatabaseError(resultCode: ResultCode(rawValue: code))
        sqlite3_close(database)
        throw error
      }
      (self.database, self.query) = (database, query)
    }

    deinit {
      sqlite3_finalize(query)
      sqlite3_close(database)
    }

    func count() throws -> Int64 {
      defer { sqlite3_reset(query) }
      let code = sqlite3_step(query)
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      return sqlite3_column_int64(query, 0)
    }
  }
}
