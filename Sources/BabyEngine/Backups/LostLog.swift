public import BabyProtocol
import BabyStore

extension Engine {
  /// Nil if the log in use is the only one. `ReadTransaction.succeedsDamaged` alone tells whether it is; this also
  /// searches the backups, which takes time.
  public func lostLog() async throws -> LostLogRecord? {
    try await store.read { database in
      try database.succeedsDamaged
        ? LostLogRecord(path: store.damagedFile, backup: backups.newestSound?.name) : nil
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
