public import BabyStore

/// A damaged log that was replaced by a new one, and has been neither restored nor dismissed.
public struct LostLog: Hashable, Sendable {
  /// The current path of the damaged database; nil if it has been removed.
  public var path: String?
  /// The newest backup of it that can be restored.
  public var backup: BackupFolder.Item?
}

extension Engine {
  /// Nil if the log in use is the only one. `ReadTransaction.succeedsDamaged` alone tells whether it is; this also
  /// searches the backups, which takes time.
  public func lostLog() async throws -> LostLog? {
    try await store.read { database in
      try database.succeedsDamaged ? LostLog(path: store.damagedFile, backup: backups.newestSound) : nil
    }
  }
}

extension LogbookWriter {
  /// Takes it as read that a log was lost.
  ///
  /// - Returns: false when none was.
  public func dismissLostLog() throws -> Bool {
    guard try transaction.read.succeedsDamaged else { return false }
    try transaction.dismissDamage()
    return true
  }
}
