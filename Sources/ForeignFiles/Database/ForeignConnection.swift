import CSQLite

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
