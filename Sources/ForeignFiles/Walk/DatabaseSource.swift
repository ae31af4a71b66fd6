extension ForeignDatabase {
  /// The contents of a database, before its rows.
  public struct Summary: Sendable {
    public var tables: [ForeignTable]
    /// Tables that are not read, with why.
    public var unreadable: [(name: String, error: ForeignFileError)]
    /// See `ForeignDatabase.applicationID`.
    public var applicationID: UInt32
    /// See `ForeignDatabase.isWrittenWithLog`.
    public var isWrittenWithLog: Bool
  }
}

/// The pieces of a database after its summary: its tables, each with its rows.
final class DatabaseSource {
  private let database: ForeignDatabase
  private var tables: ArraySlice<ForeignTable>
  private var rows: (ForeignRows, table: ForeignTable)?

  init(_ database: ForeignDatabase) {
    self.database = database
    tables = database.tables[...]
  }

  var summary: ForeignDatabase.Summary {
    ForeignDatabase.Summary(
      tables: database.tables, unreadable: database.unreadable, applicationID: database.applicationID,
      isWrittenWithLog: database.isWrittenWithLog)
  }

  func skipTable() { rows = nil }

  /// Leaves all other columns of the table unread whose first row is next. One that cannot be read has no rows.
  func readOnly(columns: Set<String>) {
    guard var table = rows?.table else { return }
    table.columns.removeAll { !columns.contains($0) }
    rows = (try? database.rows(of: table)).map { ($0, table) }
  }

  /// - Returns: nil at the end.
  func next() -> ForeignFileWalk.Piece? {
    if let (rows, table) = rows {
      do throws(ForeignFileError) {
        if let row = try rows.next() { return .row(row) }
        self.rows = nil
      } catch { return end(table.name, error) }
    }
    guard let table = tables.popFirst() else { return nil }
    do throws(ForeignFileError) {
      rows = (try database.rows(of: table), table)
      return .table(table)
    } catch { return end(table.name, error) }
  }

  private func end(_ table: String, _ error: ForeignFileError) -> ForeignFileWalk.Piece {
    rows = nil
    // The budget is for the whole of it.
    return error.reason == .databaseTooCostly ? .fault(error) : .tableFault(name: table, error)
  }
}
