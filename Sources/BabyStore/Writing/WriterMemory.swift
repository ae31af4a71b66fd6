import BabyModel
import GRDB
import GRDBSQLite

/// What a write knows without asking the database.
///
/// Writes run one after the other on one connection, so what one of them has read or left still holds for the next,
/// unless SQLite's data version tells that somebody else has written in between. What a transaction notes is kept only
/// when it is committed.
final class WriterMemory {
  struct Content: Sendable {
    var lastSeq: Int64?
    /// The current child by uid.
    var selected: [UInt32: Child?] = [:]
    var settings: [ChildID: StoredSettings] = [:]
    /// Those who have nothing that they could do again.
    var uidsWithoutUndone: Set<UInt32> = []

    mutating func forgetFamily() {
      selected = [:]
      settings = [:]
    }
  }

  /// What the last commit has left.
  struct Kept: Sendable {
    fileprivate var version: UInt32
    fileprivate var content: Content
  }

  var content: Content

  /// - Parameter db: at the beginning of a transaction.
  init(_ kept: Kept?, _ db: Database) {
    if let kept, kept.version == Self.version(of: db) { content = kept.content } else { content = Content() }
  }

  /// - Parameter db: right after the commit.
  func kept(_ db: Database) -> Kept? { Self.version(of: db).map { Kept(version: $0, content: content) } }

  private static func version(of db: Database) -> UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }
}
