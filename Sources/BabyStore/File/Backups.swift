public import BabyModel
import Foundation
import GRDB
import Synchronization

/// The backups of one database: files beside it with the time in their names, `local-20261121T201405Z.db`.
public struct BackupFolder: Sendable {
  /// A backup in the folder.
  public struct Item: Hashable, Sendable {
    /// Of the file.
    public var name: String
    public var at: Instant
    public var bytes: Int
  }

  private let database: String
  /// The folder's path.
  public let path: String
  private let stem: String

  /// - Parameter database: path of the database.
  public init(of database: String) {
    self.database = database
    let url = URL(filePath: database)
    path = url.deletingLastPathComponent().path + "/backups"
    stem = url.deletingPathExtension().lastPathComponent + "-"
  }

  /// Newest first.
  public var items: [Item] {
    Self.names(in: path).compactMap(item).sorted { $0.at > $1.at }
  }

  /// The path of a backup.
  ///
  /// - Throws: `BabyError.backupNotFound`, also for a name that is not of a backup of this database.
  public func file(named name: String) throws(BabyError) -> String {
    guard item(name) != nil else { throw .backupNotFound(name) }
    return path + "/" + name
  }

  /// Makes a backup, and removes those that are no longer kept.
  public func add(_ store: Store, at now: Instant) throws(BabyError) -> Item {
    try add(at: now, copying: store.copying) { file throws(BabyError) in try store.backup(to: file) }
  }

  /// The same of a family server's database.
  public func add(_ store: ServerStore, at now: Instant) throws(BabyError) -> Item {
    try add(at: now, copying: store.copying) { file throws(BabyError) in try store.backup(to: file) }
  }

  private func add(
    at now: Instant, copying: borrowing Mutex<Void>, _ write: (String) throws(BabyError) -> Void
  ) throws(BabyError) -> Item {
    // One after the other: two that begin in the same second would take the same name.
    try copying.withLock { _ throws(BabyError) in
      // None is ever written over: one that is made before a restore must not be the one that is restored.
      var at = now
      while item(name(at)) != nil { at = at + .seconds(1) }
      let file = name(at)
      try write(path + "/" + file)
      let made = items.map(\.at)
      let expired = Set(BackupRotation.expired(among: made))
      for item in items where expired.contains(item.at) { unlink(path + "/" + item.name) }
      guard let item = item(file) else { throw .backupNotFound(file) }
      return item
    }
  }

  /// Removes whatever beside the database has held a log: all backups, databases of other accounts, copies of damaged
  /// ones, and what an interrupted restore has left behind.
  ///
  /// - Returns: how many files there were, those not counted that SQLite keeps beside a database.
  public func removeAll() -> Int {
    let database = URL(filePath: database)
    let directory = database.deletingLastPathComponent().path
    let own = DatabaseFile.companions.map { database.lastPathComponent + $0 } + [database.lastPathComponent]
    let others = Self.names(in: directory).filter { AccountFile.isDatabase($0) && !own.contains($0) }
    let files = others.map { directory + "/" + $0 } + Self.names(in: path).map { path + "/" + $0 }
    return files.count { file in
      unlink(file) == 0 && !DatabaseFile.companions.contains { file.hasSuffix($0) }
    }
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private func name(_ at: Instant) -> String { stem + at.fileStamp + ".db" }

  private func item(_ name: String) -> Item? {
    guard name.hasPrefix(stem), name.hasSuffix(".db"),
      let at = Self.instant(stamp: String(name.dropFirst(stem.count).dropLast(".db".count)))
    else { return nil }
    var status = stat()
    guard stat(path + "/" + name, &status) == 0 else { return nil }
    return Item(name: name, at: at, bytes: Int(status.st_size))
  }

  private static func instant(stamp: String) -> Instant? {
    let digits = Array(stamp)
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return Instant(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
  }
}

/// A file that may be a copy of a whole database of this program's.
public enum BackupFile {
  /// How many bytes of it tell.
  public static let beginningSize = 72

  /// - Parameter beginning: the first `beginningSize` bytes, or all there are.
  public static func isOne(beginning: [UInt8]) -> Bool {
    guard beginning.count >= beginningSize, beginning.starts(with: Array("SQLite format 3\0".utf8)) else {
      return false
    }
    let id = beginning[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return id == DatabaseSchema.ladder.applicationID || id == ServerSchema.ladder.applicationID
  }
}

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
  /// - Throws: `Damage` for anything else of this name, such as a view: it would conflict with the next backup's label.
  static func take(from db: Database) throws -> LogOwner? {
    let types = try db.all("SELECT type FROM sqlite_master WHERE lower(name) = 'backup_of' AND type <> 'trigger'") {
      $0.text()
    }
    guard let type = types.first else { return nil }
    guard type == "table" else { throw Damage() }
    // Another program's table may have any columns: then there is no label.
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

/// A database that replaced a damaged one. Its header records that (`PRAGMA user_version`) until a person has dismissed
/// it; restoring a backup also replaces the header.
enum Successor {
  static func mark(_ db: Database) throws { try db.execute(sql: "PRAGMA user_version = 1") }

  static func isMarked(_ db: Database) throws -> Bool {
    try db.first("PRAGMA user_version") { $0.integer() == 1 } ?? false
  }
}

extension ReadTransaction {
  /// Whether the database replaced a damaged one, and that has not been dismissed.
  public var succeedsDamaged: Bool { get throws { try Successor.isMarked(db) } }
}

extension WriteTransaction {
  /// Takes it as read that the database was begun in place of a damaged one.
  public func dismissDamage() throws { try db.execute(sql: "PRAGMA user_version = 0") }
}

extension BackupFolder {
  /// The newest backup that can be restored and is of a log from before any damage.
  public var newestSound: Item? { items.first { DatabaseCopy.isSound(path + "/" + $0.name) } }
}
