import BabyModel
import GRDBSQLite

/// What a parameter of a statement stands for.
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

  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { utf8 in
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let start = utf8.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, copied) }
        return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
          sqlite3_bind_text(statement, index, $0, Int32(utf8.count), copied)
        }
      }
    case .bytes(let bytes):
      return bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
    case .uuid(let high, let low):
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
        sqlite3_bind_blob(statement, index, $0.baseAddress, 16, copied)
      }
    }
  }
}

/// SQLITE_TRANSIENT: SQLite takes its own copy of what is bound.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
