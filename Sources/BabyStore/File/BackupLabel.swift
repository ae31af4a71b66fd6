import BabyModel
import GRDB

/// The owner of a log, in a table that only backups have. The program that opens a database in use knows its owner.
enum BackupLabel {
  /// Labels a backup with its owner.
  static func sql(for owner: LogOwner) -> String {
    let account: LogAccount? = if case .account(let account) = owner { account } else { nil }
    let values = [account.map { "\($0.server)" }, account.map { "\($0.user)" }].map { text in
      text.map { "'\($0.replacing("'", with: "''"))'" } ?? "NULL"
    }
    return """
      BEGIN;
      DROP TABLE IF EXISTS backup_of;
      CREATE TABLE backup_of (server TEXT, user TEXT) STRICT;
      INSERT INTO backup_of (server, user) VALUES (\(values.joined(separator: ", ")));
      COMMIT;
      """
  }

  /// Takes the label off a copy of a backup, which is a log like any other then.
  ///
  /// - Returns: nil if it has no label, as a plain copy of a database.
  /// - Throws: `Damage` for anything else of this name, such as a view: it would be in the way of the next backup's label.
  static func take(from db: Database) throws -> LogOwner? {
    let types = try db.all("SELECT type FROM sqlite_master WHERE lower(name) = 'backup_of' AND type <> 'trigger'") {
      $0.text()
    }
    guard let type = types.first else { return nil }
    guard type == "table" else { throw Damage() }
    // A table from elsewhere may have any columns, and says nothing then.
    let owner = try? db.first(readSQL, [], decode)
    try db.execute(sql: "DROP TABLE backup_of")
    return owner
  }

  private static let readSQL = """
    SELECT \(Row.columns) FROM backup_of WHERE ifnull(length(server), 0) <= 300 AND ifnull(length(user), 0) <= 36 LIMIT 1
    """

  private static func decode(_ row: ResultRow<Row>) throws -> LogOwner {
    guard let server = row.optionalText(.server), let id = row.optionalText(.user) else { return .machine }
    // How the server is reached does not matter here.
    guard let server = try? ServerAddress(server, insecureHTTP: true), let user = UserID(id) else { throw Damage() }
    return .account(LogAccount(server: server, user: user))
  }

  private enum Row: Int32, Columns {
    case server, user
    static let columns = ColumnList<Self>()
  }
}
