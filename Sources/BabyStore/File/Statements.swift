import BabyModel
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
      var buffer = BindingBuffer(bytes)
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      for (index, value) in values.enumerated() {
        let code = value.bind(to: statement, at: Int32(index + 1), in: &buffer)
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

/// The value of a statement's parameter.
enum SQLValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  /// A UUID's two halves; 16 bytes in the file.
  case uuid(high: UInt64, low: UInt64)

  static func id<Subject>(_ id: Identifier<Subject>?) -> SQLValue {
    id.map { .uuid(high: $0.high, low: $0.low) } ?? .null
  }

  static func instant(_ instant: Instant?) -> SQLValue { instant.map { .integer($0.milliseconds) } ?? .null }

  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

  /// How much room `bind` takes.
  var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .uuid: 16
    }
  }

  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32, in buffer: inout BindingBuffer) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { utf8 in
        let bytes = buffer.copy(UnsafeRawBufferPointer(utf8))?.assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text(statement, index, bytes, Int32(utf8.count), nil)
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { sqlite3_bind_blob(statement, index, buffer.copy($0), Int32($0.count), nil) }
    case .uuid(let high, let low):
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
        sqlite3_bind_blob(statement, index, buffer.copy($0), 16, nil)
      }
    }
  }
}

/// Holds the bytes of bound values while a statement runs. SQLite reads them there: its own copies would cost an
/// allocation for each value.
struct BindingBuffer {
  private var rest: UnsafeMutableRawBufferPointer

  /// - Parameter bytes: as many as the values take, and one more, so that an empty value has an address.
  init(_ bytes: UnsafeMutableRawBufferPointer) { rest = bytes }

  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    rest.copyMemory(from: bytes)
    defer { rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...]) }
    return UnsafeRawPointer(rest.baseAddress)
  }
}

/// Does something with a database. All that goes wrong becomes a `BabyError`.
func explainingFailures<Value>(of path: String, _ body: () throws -> Value) throws(BabyError) -> Value {
  do { return try body() } catch {
    throw storeFailure(error, path: path) as? BabyError ?? .storeFailed(path: path, reason: "\(error)")
  }
}

/// Translates a database failure for the user: the only place where SQLite's codes become `BabyError`s.
///
/// Errors that are not the database's, such as those of a transaction's body, stay as they are.
func storeFailure(_ error: any Error, path: String) -> any Error {
  if error is Damage { return BabyError.storeCorrupt(path: path) }
  guard let error = error as? DatabaseError else { return error }
  // A full disk shows in the shared-memory file as an I/O error.
  if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return BabyError.storeFull(path: path) }
  switch error.resultCode {
  case .SQLITE_INTERRUPT: return CancellationError()
  case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: return BabyError.storeLocked(path: path)
  case .SQLITE_READONLY, .SQLITE_PERM: return BabyError.storeReadOnly(path: path)
  case .SQLITE_FULL: return BabyError.storeFull(path: path)
  case .SQLITE_CORRUPT, .SQLITE_NOTADB: return BabyError.storeCorrupt(path: path)
  default:
    return BabyError.storeFailed(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
  }
}
