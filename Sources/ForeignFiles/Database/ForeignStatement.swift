import CSQLite

/// A query on another app's database.
final class ForeignStatement {
  enum Step {
    case row, end
    /// A text in the row is longer than is read.
    case tooLong
  }

  private let connection: ForeignConnection
  private var statement: OpaquePointer?

  init(_ sql: String, in connection: ForeignConnection) throws(ForeignFileError) {
    self.connection = connection
    guard sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil) == SQLITE_OK, statement != nil else {
      throw connection.failure()
    }
  }

  deinit { sqlite3_finalize(statement) }

  /// Restarts.
  func begin(after number: Int64) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, number)
  }

  func step() throws(ForeignFileError) -> Step {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return .row
    case SQLITE_DONE: return .end
    case SQLITE_TOOBIG: return .tooLong
    default: throw connection.failure()
    }
  }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, CInt(column)) }

  func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(statement, CInt(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func value(_ column: Int) -> ForeignRow.Value {
    switch sqlite3_column_type(statement, CInt(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, CInt(column)))
    case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
    default: .null
    }
  }
}
