import CSQLite

/// Reads a table's rows from the first to the last, one at a time.
final class ForeignRows {
  private let table: ForeignTable
  private let connection: ForeignConnection
  private let limits: ForeignFileLimits
  private let all: ForeignStatement
  /// For a row with a text that is too long: a statement for each column, made when the first such row comes.
  private var each: [ForeignStatement] = []
  private var number = Int64.min
  private var line = 0

  init(
    of table: ForeignTable, in connection: ForeignConnection, limits: ForeignFileLimits
  ) throws(ForeignFileError) {
    self.table = table
    self.connection = connection
    self.limits = limits
    let columns = table.columns.map(Self.expression).joined(separator: ", ")
    all = try ForeignStatement(Self.query(columns, of: table), in: connection)
    if table.rowNumber != nil { all.begin(after: number) }
  }

  /// - Returns: nil after the last row.
  /// - Throws: `.databaseDamaged`, `.databaseTooCostly`; rows that were read before stay valid.
  func next() throws(ForeignFileError) -> DatabaseRow? {
    switch try all.step() {
    case .end: return nil
    case .row:
      if table.rowNumber != nil { try goOn(to: all.integer(0)) }
      let first = table.rowNumber == nil ? 0 : 1
      return row { all.value(first + $0) }
    case .tooLong:
      // Without a number there is no way to the next row.
      guard table.rowNumber != nil else { throw ForeignFileError(.databaseDamaged) }
      return try longRow()
    }
  }

  /// - Parameter value: nil for a text that is too long.
  private func row(_ value: (Int) -> DatabaseRow.Value?) -> DatabaseRow {
    line += 1
    var room = limits.row
    var row = DatabaseRow(table: table.name, line: line, values: [])
    for (index, name) in table.columns.enumerated() {
      var value = value(index)
      if case .text(let text) = value {
        if text.utf8.count <= room { room -= text.utf8.count } else { value = nil }
      }
      if value == nil, row.tooLongColumn == nil { row.tooLongColumn = name }
      row.values.append((name, value ?? .null))
    }
    return row
  }

  /// The same once more, column by column, without those that are too long.
  private func longRow() throws(ForeignFileError) -> DatabaseRow {
    if each.isEmpty {
      each = [try ForeignStatement(Self.query(nil, of: table), in: connection)]
      for column in table.columns {
        each.append(try ForeignStatement(Self.query(Self.expression(column), of: table), in: connection))
      }
    }
    let before = number
    each[0].begin(after: before)
    guard try each[0].step() == .row else { throw ForeignFileError(.databaseDamaged) }
    try goOn(to: each[0].integer(0))
    var values: [DatabaseRow.Value?] = []
    for statement in each.dropFirst() {
      statement.begin(after: before)
      switch try statement.step() {
      case .row: values.append(statement.value(1))
      case .tooLong: values.append(nil)
      case .end: throw ForeignFileError(.databaseDamaged)
      }
      // Holds no page while others read.
      statement.begin(after: before)
    }
    each[0].begin(after: before)
    all.begin(after: number)
    return row { values[$0] }
  }

  /// Numbers only go up: pages that lead to each other would have no end.
  private func goOn(to next: Int64) throws(ForeignFileError) {
    guard next > number else { throw ForeignFileError(.databaseDamaged) }
    number = next
  }

  /// Values other than numbers and text are not even read: SQLite returns the type without the value.
  private static func expression(_ column: String) -> String {
    let column = ForeignDatabase.quoted(column)
    return "CASE typeof(\(column)) WHEN 'blob' THEN NULL ELSE \(column) END"
  }

  /// Reads the table itself: an index may contain other data, and be on an expression.
  private static func query(_ columns: String?, of table: ForeignTable) -> String {
    let source = "FROM main.\(ForeignDatabase.quoted(table.name)) NOT INDEXED"
    guard let number = table.rowNumber else { return "SELECT \(columns ?? "1") \(source)" }
    let results = [number, columns].compactMap(\.self).joined(separator: ", ")
    return "SELECT \(results) \(source) WHERE \(number) > ?1 ORDER BY \(number)"
  }
}

/// A table of a database that another app has written: a real one, neither a view nor a virtual table.
public struct ForeignTable: Hashable, Sendable {
  public var name: String
  /// In the table's order, without those that are calculated.
  public var columns: [String]
  /// By what a row is called; nil when the table has no number for its rows, or columns that hide it.
  var rowNumber: String?
  /// Why its rows cannot be read.
  var fault: ForeignFileError?
}

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

  func value(_ column: Int) -> DatabaseRow.Value {
    switch sqlite3_column_type(statement, CInt(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, CInt(column)))
    case SQLITE_TEXT: text(column).map { .text($0) } ?? .null
    default: .null
    }
  }
}
