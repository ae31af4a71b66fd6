public import BabyModel

/// A change that the server has not confirmed, as it lies in the table `outbox`.
public struct OutboxRow: Hashable, Sendable {
  /// Seq of the change.
  public let number: Int64
  /// Nil for a change of the child itself.
  public let entryID: EntryID?
  public let childID: ChildID
  /// The server's version that it builds on; nil when the server does not know the entry or child.
  public var base: Instant?
  /// How often it was sent in this series.
  public var sends: Int
  /// Whether it was ever sent, so that the server may have it.
  public let isAttempted: Bool
  public var state: QueuedChange.State
  public var nextAt: Instant
  /// When the wait for `nextAt` began: a clock that shows an earlier time was set back, and it is over.
  public var waitsSince: Instant?
  /// Of the last send, also while it waits for the next.
  public var failure: SyncFailure?
  public var failedAt: Instant?
  /// When it was last queued again by itself.
  public var requeuedAt: Instant?
  /// Somebody has asked for it to be sent again.
  public var isRequested: Bool
  /// An entry whose changes have to be settled before.
  public var behind: EntryID?
  /// Random, and the same with each attempt; nil before the first one, and for what an earlier version has sent.
  public let key: [UInt8]?

  /// Whether the server has said no to it, and nobody has asked it again: it does not have it, and never had.
  public var isRefused: Bool { state == .failed && failure?.kind == .refused }

  static let columns = """
    number, entry_id, child_id, base, sends, is_attempted, state, next_at, failure, failure_text, failed_at, \
    requeued_at, is_requested, behind, waits_since, key
    """

  static func decode(_ row: ResultRow) throws -> OutboxRow {
    let kind: SyncFailure.Kind? = try row.optionalWord(8)
    return OutboxRow(
      number: row.integer(0), entryID: row.isNull(1) ? nil : try row.id(1), childID: try row.id(2),
      base: row.optionalInstant(3), sends: Int(row.integer(4)), isAttempted: row.integer(5) != 0,
      state: try row.word(6), nextAt: row.instant(7), waitsSince: row.optionalInstant(14),
      failure: kind.map { SyncFailure($0, row.text(9)) },
      failedAt: row.optionalInstant(10), requeuedAt: row.optionalInstant(11), isRequested: row.integer(12) != 0,
      behind: row.isNull(13) ? nil : try row.id(13), key: row.isNull(15) ? nil : row.bytes(15))
  }

  /// Sets what can change of a row. Parameters: `changingValues`, then its number.
  static let updateSQL = """
    UPDATE outbox SET (base, sends, state, next_at, failure, failure_text, failed_at, requeued_at, is_requested, behind,
      waits_since) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?
    """

  var changingValues: [SQLValue] {
    [
      .instant(base), .integer(Int64(sends)), .text(state.rawValue), .instant(nextAt),
      .optional(failure?.kind.rawValue), .optional(failure?.message), .instant(failedAt), .instant(requeuedAt),
      .integer(isRequested ? 1 : 0), .id(behind), .instant(waitsSince),
    ]
  }
}
