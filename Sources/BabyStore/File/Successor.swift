import GRDB

/// A database that was begun in place of a damaged one. It says so in its header (`PRAGMA user_version`) until somebody
/// has taken that as read; a backup that is restored takes the header along with everything else.
enum Successor {
  static func mark(_ db: Database) throws { try db.execute(sql: "PRAGMA user_version = 1") }

  static func isMarked(_ db: Database) throws -> Bool {
    try db.first("PRAGMA user_version") { $0.integer() == 1 } ?? false
  }
}

extension ReadTransaction {
  /// Whether the database was begun in place of a damaged one, and nobody has taken that as read.
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
