public import BabyModel
import BabyStore

/// One caller's write: decides and applies within one transaction.
///
/// Its methods are in files by subject: entries, timers, phrases, children, reminders.
public struct LogbookWriter {
  public let reader: LogbookReader
  let transaction: WriteTransaction
  let ids: IDGenerator
  let systemZone: String
  public let isDryRun: Bool

  init(
    transaction: WriteTransaction, reader: LogbookReader, ids: IDGenerator, systemZone: String, isDryRun: Bool
  ) {
    self.transaction = transaction
    self.reader = reader
    self.ids = ids
    self.systemZone = systemZone
    self.isDryRun = isDryRun
  }

  public var now: Instant { reader.now }

  /// Has something noted that is true once this is on the disk; nothing is when it fails or is a dry run.
  public func afterCommit(_ action: @escaping () -> Void) { transaction.afterCommit(action) }

  /// Number of the database's last change, this write's own included.
  public var seq: Int { get throws { Int(try reader.transaction.lastSeq()) } }
}
