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
  func bind(to statement: OpaquePointer, at index: Int32, in room: inout BindingRoom) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { utf8 in
        let bytes = room.copy(UnsafeRawBufferPointer(utf8))?.assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text(statement, index, bytes, Int32(utf8.count), nil)
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { sqlite3_bind_blob(statement, index, room.copy($0), Int32($0.count), nil) }
    case .uuid(let high, let low):
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
        sqlite3_bind_blob(statement, index, room.copy($0), 16, nil)
      }
    }
  }
}

/// Where the bytes of bound values lie while a statement runs. SQLite reads them there: copies of its own would be as
/// many allocations as there are values.
struct BindingRoom {
  private var rest: UnsafeMutableRawBufferPointer

  /// - Parameter bytes: as many as the values take, and one more, so that an empty value has an address.
  init(_ bytes: UnsafeMutableRawBufferPointer) { rest = bytes }

  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    rest.copyMemory(from: bytes)
    defer { rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...]) }
    return UnsafeRawPointer(rest.baseAddress)
  }
}
