import BabyModel
import GRDB

/// Looks at every row of a database that comes from outside: what SQLite finds sound can still hold what no writer of
/// ours has written.
enum RowCheck {
  /// - Throws: `BabyError.restoreInvalid` saying what is wrong where.
  static func verify(_ db: Database) throws {
    let tables = try db.all(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'"
    ) { $0.text() }
    for table in tables {
      let columns = try db.all("SELECT \(TableInfo.columns) FROM pragma_table_info(?)", [.text(table)]) {
        (row: ResultRow<TableInfo>) in Column(table: table, name: row.text(.name), type: row.text(.type))
      }
      for column in columns { try verify(column, db) }
      // Where an entry is kept that is not the current one, no constraint looks at its words.
      if columns.contains(where: { $0.name == "method" }) { try verifyEntries(of: table, db) }
    }
    if let table = try db.first("PRAGMA foreign_key_check", [], { $0.text() }) {
      throw refusal("a row of its table \(table) refers to one that is missing")
    }
  }

  private enum TableInfo: Int32, Columns {
    case name, type
    static let columns = ColumnList<Self>()
  }

  private struct Column {
    let table: String
    let name: String
    let type: String

    var isInstant: Bool {
      name == "at" || name.hasSuffix("_at") || ["base", "due", "since", "snoozed_until"].contains(name)
    }
  }

  private static func verify(_ column: Column, _ db: Database) throws {
    let range: (least: SQLValue, most: SQLValue, words: String)
    switch column.type {
    case "INTEGER" where column.isInstant:
      range = (
        .instant(Instant.plausible.lowerBound), .instant(Instant.plausible.upperBound), "a time from 1800 to 2199"
      )
    case "INTEGER":
      range = (
        .integer(PlausibleRange.integers.lowerBound), .integer(PlausibleRange.integers.upperBound),
        "a number in the allowed range"
      )
    case "REAL":
      range = (.real(PlausibleRange.reals.lowerBound), .real(PlausibleRange.reals.upperBound), "a possible amount")
    default: return
    }
    let isFound = try db.exists(
      "SELECT 1 FROM \"\(column.table)\" WHERE \"\(column.name)\" NOT BETWEEN ? AND ? LIMIT 1",
      [range.least, range.most])
    if isFound {
      throw refusal("its column \(column.table).\(column.name) has a value that is not \(range.words)")
    }
  }

  private static func verifyEntries(of table: String, _ db: Database) throws {
    do {
      try db.eachRow("SELECT \(EntryRow.columns) FROM \"\(table)\"") {
        _ = try EntryRow.decode($0)
        return true
      }
    } catch is Damage {
      throw refusal("its table \(table) has an entry with an unknown word")
    }
  }

  private static func refusal(_ reason: String) -> BabyError {
    .restoreInvalid("The backup cannot be trusted: \(reason). Nothing was changed.")
  }
}
