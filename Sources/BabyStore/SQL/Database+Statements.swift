import GRDB
import GRDBSQLite

/// Statements are compiled once per connection and kept by GRDB. Binding and stepping go straight to SQLite, because
/// GRDB's arguments and rows cost as much as a small query itself.
extension Database {
  /// Runs a statement to its end.
  func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try eachStep(sql, values) { _, _ in true }
  }

  /// Whether a query finds anything.
  func exists(_ sql: String, _ values: [SQLValue] = []) throws -> Bool {
    var isFound = false
    try eachStep(sql, values) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  func all<Column, Value>(
    _ sql: String, _ values: [SQLValue] = [], _ decode: (ResultRow<Column>) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    try eachRow(sql, values) { row in
      found.append(try decode(row))
      return true
    }
    return found
  }

  func first<Column, Value>(
    _ sql: String, _ values: [SQLValue] = [], _ decode: (ResultRow<Column>) throws -> Value
  ) throws -> Value? {
    var found: Value?
    try eachRow(sql, values) { row in
      found = try decode(row)
      return false
    }
    return found
  }

  /// - Parameter body: false ends the query. It must not run the same statement again.
  func eachRow<Column>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (ResultRow<Column>) throws -> Bool
  ) throws {
    try eachStep(sql, values) { try body(ResultRow(statement: $0, isDamaged: $1)) }
  }

  /// Where a statement stands, and whether a number was read there that cannot be.
  private typealias Step = (_ statement: OpaquePointer, _ isDamaged: UnsafeMutablePointer<Bool>) throws -> Bool

  private func eachStep(_ sql: String, _ values: [SQLValue], _ body: Step) throws {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    let byteCount = values.reduce(1) { $0 + $1.byteCount }
    try withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) { bytes in
      var room = BindingRoom(bytes)
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      for (index, value) in values.enumerated() {
        let code = value.bind(to: statement, at: Int32(index + 1), in: &room)
        guard code == SQLITE_OK else { throw failure(code) }
      }
      try step(statement, body)
    }
  }

  private func step(_ statement: OpaquePointer, _ body: Step) throws {
    var isDamaged = false
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let goesOn = try withUnsafeMutablePointer(to: &isDamaged) { try body(statement, $0) }
        if isDamaged { throw Damage() }
        guard goesOn else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
  }
}
