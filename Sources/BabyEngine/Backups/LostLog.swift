public import BabyStore

/// A log that was damaged: another one was begun in its place, and nobody has restored it yet or taken that as read.
public struct LostLog: Hashable, Sendable {
  /// Where the damaged database is now; nil when somebody has removed it.
  public var path: String?
  /// The newest backup of it that can be restored.
  public var backup: BackupFolder.Item?
}

extension Engine {
  /// Nil when the log in use is the only one. Whether it is tells `ReadTransaction.succeedsDamaged` alone; this goes
  /// through the backups too, which takes its time.
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
