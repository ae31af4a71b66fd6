/// Another app's SQLite database in a spool, read and never written, and never trusted: nothing that is in it is run.
///
/// The budget counts from its opening: to read it twice, open it twice.
public final class ForeignDatabase {
  /// Real tables, in the order of their names.
  public let tables: [ForeignTable]
  /// Tables that are not read, with why.
  public let unreadable: [(name: String, error: ForeignFileError)]
  /// The file's program (`PRAGMA application_id`); 0 for most.
  public let applicationID: UInt32
  /// It was written with a log beside it, which was not sent: the newest entries may be missing.
  public let isWrittenWithLog: Bool

  private let connection: ForeignConnection
  private let limits: ForeignFileLimits

  /// - Throws: `.databaseDamaged`, `.schemaTooLarge`, `.databaseTooCostly`, `.notKept`.
  public init(_ spool: SpoolFile) throws(ForeignFileError) {
    limits = spool.limits
    guard let header = DatabaseHeader(try spool.read(at: 0, count: DatabaseHeader.length)) else {
      throw ForeignFileError(.databaseDamaged)
    }
    applicationID = header.applicationID
    isWrittenWithLog = header.isWrittenWithLog
    connection = try ForeignConnection(spool, header)
    var tables: [ForeignTable] = []
    var unreadable: [(name: String, error: ForeignFileError)] = []
    for name in try Self.names(in: connection) {
      do throws(ForeignFileError) {
        tables.append(try Self.table(name, in: connection, limits: limits))
      } catch {
        if error.reason == .databaseTooCostly { throw error }
        unreadable.append((name, error))
      }
    }
    self.tables = tables
    self.unreadable = unreadable
  }

  /// The rows of one of its tables.
  public func rows(of table: ForeignTable) throws(ForeignFileError) -> ForeignRows {
    try ForeignRows(of: table, in: connection, limits: limits)
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
      // Neither what is calculated, whose expression would run, nor what is hidden.
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
