import CSQLite

/// Another app's SQLite database in a spool, read and never written, and never trusted: nothing that is in it is run.
///
/// The budget counts from its opening: to read it twice, open it twice.
final class ForeignDatabase {
  /// All real tables, in the order of their names. The rows of some cannot be read.
  let tables: [ForeignTable]

  private let connection: ForeignConnection
  private let limits: ForeignFileLimits

  /// - Throws: `.databaseDamaged`, `.schemaTooLarge`, `.databaseTooCostly`, `.notKept`.
  init(_ spool: SpoolFile) throws(ForeignFileError) {
    limits = spool.limits
    guard let header = DatabaseHeader(try spool.read(at: 0, count: DatabaseHeader.length)) else {
      throw ForeignFileError(.databaseDamaged)
    }
    connection = try ForeignConnection(spool, header)
    var tables: [ForeignTable] = []
    for name in try Self.names(in: connection) {
      do throws(ForeignFileError) {
        tables.append(try Self.table(name, in: connection, limits: limits))
      } catch {
        if error.reason == .databaseTooCostly { throw error }
        tables.append(ForeignTable(name: name, columns: [], fault: error))
      }
    }
    self.tables = tables
  }

  /// The rows of one of its tables.
  func rows(of table: ForeignTable) throws(ForeignFileError) -> ForeignRows {
    if let fault = table.fault { throw fault }
    return try ForeignRows(of: table, in: connection, limits: limits)
  }

  /// As SQLite parses the declarations, which may differ from what they claim.
  private static func names(in connection: ForeignConnection) throws(ForeignFileError) -> [String] {
    let list = try ForeignStatement("PRAGMA table_list", in: connection)
    var names: [String] = []
    while try list.step() == .row {
      guard list.text(0) == "main", list.text(2) == "table", let name = list.text(1), !name.hasPrefix("sqlite_") else {
        continue
      }
      names.append(name)
    }
    return names.sorted()
  }

  private static func table(
    _ name: String, in connection: ForeignConnection, limits: ForeignFileLimits
  ) throws(ForeignFileError) -> ForeignTable {
    let information = try ForeignStatement("PRAGMA table_xinfo(\(quoted(name)))", in: connection)
    var columns: [String] = []
    var isHidden: [String: Bool] = ["rowid": false, "_rowid_": false, "oid": false]
    while try information.step() == .row {
      guard let column = information.text(1) else { continue }
      if isHidden[column.lowercased()] != nil { isHidden[column.lowercased()] = true }
      // Neither generated columns, whose expression would run, nor hidden ones.
      if information.integer(6) == 0 { columns.append(column) }
    }
    guard columns.count <= limits.columns else { throw ForeignFileError(.tooManyColumns(limit: limits.columns)) }
    guard !columns.isEmpty else { throw ForeignFileError(.databaseDamaged) }
    var table = ForeignTable(name: name, columns: columns)
    for alias in ["rowid", "_rowid_", "oid"] where isHidden[alias] == false && table.rowNumber == nil {
      // A table without numbers for its rows knows no such name.
      if (try? ForeignStatement("SELECT \(alias) FROM main.\(quoted(name))", in: connection)) != nil {
        table.rowNumber = alias
      }
    }
    return table
  }

  static func quoted(_ name: String) -> String {
    var quoted = "\""
    for scalar in name.unicodeScalars { quoted += scalar == "\"" ? "\"\"" : String(scalar) }
    return quoted + "\""
  }
}

/// The header of an SQLite file.
struct DatabaseHeader {
  static let length = 100
  static let beginning = Array("SQLite format 3\0".utf8)
  /// Where it says whether it is written, and read, with a log.
  static let journalModes = 18...19

  let pageSize: Int
  /// Of a page, which SQLite leaves to others at its end.
  let reserved: Int

  /// - Returns: nil if it is not one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.starts(with: Self.beginning) else { return nil }
    let declared = bytes.number(at: 16, 2)
    pageSize = declared == 1 ? 65_536 : Int(declared)
    reserved = Int(bytes[20])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, pageSize - reserved >= 480 else { return nil }
  }
}

extension [UInt8] {
  /// A big-endian number of at most 4 bytes, at an existing position.
  func number(at place: Int, _ count: Int) -> UInt64 {
    self[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A connection to another app's database that can do nothing but read columns of real tables.
///
/// SQLite's advice for untrusted files (https://sqlite.org/security.html), and beyond it an authorizer that allows only
/// the necessary actions, and a budget of steps.
final class ForeignConnection {
  private let files: SpoolFileSystem
  private var connection: OpaquePointer?
  /// Steps of SQLite's machine that it may still take, in thousands.
  private var allowance: Int
  private var isInterrupted = false

  /// - Throws: `.databaseDamaged`, `.schemaTooLarge`, `.databaseTooCostly`.
  init(_ spool: SpoolFile, _ header: DatabaseHeader) throws(ForeignFileError) {
    let limits = spool.limits
    _ = try SchemaMeasure(of: spool, header)
    files = SpoolFileSystem(
      spool, allowance: limits.databaseReadings * spool.size + limits.databaseReadFloor)
    allowance = limits.databaseSteps / 1_000
    guard files.open(&connection) == SQLITE_OK else {
      sqlite3_close_v2(connection)
      connection = nil
      throw ForeignFileError(.databaseDamaged)
    }
    restrict(limits)
    // Nothing has been read so far. This reads the declarations.
    _ = try ForeignStatement("PRAGMA table_list", in: self)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(limits.cell))
  }

  deinit { sqlite3_close_v2(connection) }

  var handle: OpaquePointer? { connection }

  /// The meaning of a failed result code.
  func failure() -> ForeignFileError {
    ForeignFileError(isInterrupted || files.isExhausted ? .databaseTooCostly : .databaseDamaged)
  }

  private func restrict(_ limits: ForeignFileLimits) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
      (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
    ] as [(CInt, CInt)] {
      sqlite_configure(connection, option, value)
    }
    // No virtual table can be made without its module.
    sqlite3_drop_modules(connection, nil)
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, limits.schema), (SQLITE_LIMIT_SQL_LENGTH, limits.schema), (SQLITE_LIMIT_COLUMN, 1_000),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 25_000),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_VARIABLE_NUMBER, 10), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    ] as [(CInt, Int)] {
      sqlite3_limit(connection, limit, CInt(value))
    }
    for pragma in ["query_only = ON", "cell_size_check = ON", "temp_store = MEMORY"] {
      sqlite3_exec(connection, "PRAGMA \(pragma)", nil, nil, nil)
    }
    sqlite3_set_authorizer(connection, { ForeignConnection.authorize($1, $2, $3, $4, $5) }, nil)
    sqlite3_progress_handler(
      connection, 1_000,
      { context in
        guard let context else { return 1 }
        return Unmanaged<ForeignConnection>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func goesOn() -> Bool {
    allowance -= 1
    if allowance < 0 { isInterrupted = true }
    return !isInterrupted
  }

  /// - Parameters:
  ///   - first: a table or a pragma.
  ///   - view: through which something would be read.
  private static func authorize(
    _ action: CInt, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?,
    _ view: UnsafePointer<CChar>?
  ) -> CInt {
    func text(_ bytes: UnsafePointer<CChar>?) -> String? { bytes.map { String(cString: $0) } }
    let isAllowed =
      switch action {
      case SQLITE_SELECT: view == nil
      case SQLITE_READ: view == nil && text(database) == "main"
      case SQLITE_FUNCTION: view == nil && text(second) == "typeof"
      case SQLITE_PRAGMA: ["table_list", "table_xinfo"].contains(text(first))
      default: false
      }
    return isAllowed ? SQLITE_OK : SQLITE_DENY
  }
}

/// How much an SQLite file declares, measured before SQLite reads it: SQLite parses all of it, without a memory limit,
/// and may visit the same bytes any number of times.
///
/// Declarations are the rows of a table that begins on the first page; a row says its length at its beginning.
struct SchemaMeasure {
  private(set) var objects = 0
  private(set) var bytes = 0

  /// - Throws: `.schemaTooLarge`, `.databaseDamaged`.
  init(of spool: SpoolFile, _ header: DatabaseHeader) throws(ForeignFileError) {
    let limits = spool.limits
    var pending = [1]
    var visited = 0
    while let number = pending.popLast() {
      visited += 1
      guard visited + pending.count <= limits.schemaObjects else { throw ForeignFileError(.schemaTooLarge) }
      let start = number == 1 ? DatabaseHeader.length : 0
      let (offset, isOverflowing) = (number - 1).multipliedReportingOverflow(by: header.pageSize)
      guard number > 0, !isOverflowing else { throw ForeignFileError(.databaseDamaged) }
      let page = try spool.read(at: offset, count: header.pageSize)
      guard page.count == header.pageSize else { throw ForeignFileError(.databaseDamaged) }
      let isLeaf = page[start] == 13
      guard isLeaf || page[start] == 5 else { throw ForeignFileError(.databaseDamaged) }
      if !isLeaf { pending.append(Int(page.number(at: start + 8, 4))) }
      let pointers = start + (isLeaf ? 8 : 12)
      let cells = Int(page.number(at: start + 3, 2))
      guard pointers + 2 * cells <= page.count else { throw ForeignFileError(.databaseDamaged) }
      for index in 0..<cells {
        let cell = Int(page.number(at: pointers + 2 * index, 2))
        guard cell + 5 <= page.count else { throw ForeignFileError(.databaseDamaged) }
        if isLeaf {
          objects += 1
          bytes += try Self.length(in: page, at: cell)
        } else {
          pending.append(Int(page.number(at: cell, 4)))
        }
        guard objects <= limits.schemaObjects, bytes <= limits.schema, pending.count <= limits.schemaObjects else {
          throw ForeignFileError(.schemaTooLarge)
        }
      }
    }
  }

  /// Seven bits a byte, the highest first. No real length has more than five bytes.
  private static func length(in page: [UInt8], at place: Int) throws(ForeignFileError) -> Int {
    var length = 0
    for byte in page[place..<place + 5] {
      length = length << 7 | Int(byte & 0x7f)
      if byte < 0x80 { return length }
    }
    throw ForeignFileError(.databaseDamaged)
  }
}
