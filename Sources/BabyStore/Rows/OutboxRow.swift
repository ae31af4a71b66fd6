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
  public var state: QueueState
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

  /// Whether the server has said no to it, and nobody has asked it again: it does not have it, and never had.
  public var isRefused: Bool { state == .failed && failure?.kind == .refused }

  enum Column: Int32, Columns {
    case number, entryID, childID, base, sends, isAttempted, state, nextAt, failure, failureText, failedAt, requeuedAt
    case isRequested, behind, waitsSince

    static let columns = ColumnList<Self>()
    /// What can change of a row.
    static let changing: [Self] = [
      .base, .sends, .state, .nextAt, .failure, .failureText, .failedAt, .requeuedAt, .isRequested, .behind,
      .waitsSince,
    ]
  }

  static let columns = Column.columns

  static func decode(_ row: ResultRow<Column>) throws -> OutboxRow {
    let kind: SyncFailure.Kind? = try row.optionalWord(.failure)
    return OutboxRow(
      number: row.integer(.number), entryID: try row.optionalID(.entryID), childID: try row.id(.childID),
      base: row.optionalInstant(.base), sends: Int(row.integer(.sends)), isAttempted: row.flag(.isAttempted),
      state: try row.word(.state), nextAt: row.instant(.nextAt), waitsSince: row.optionalInstant(.waitsSince),
      failure: kind.map { SyncFailure($0, row.text(.failureText)) }, failedAt: row.optionalInstant(.failedAt),
      requeuedAt: row.optionalInstant(.requeuedAt), isRequested: row.flag(.isRequested),
      behind: try row.optionalID(.behind))
  }

  /// Sets what can change of a row. Parameters: `changingValues`, then its number.
  static let updateSQL: String = {
    let columns = ColumnList(Column.changing)
    return "UPDATE outbox SET (\(columns)) = (\(columns.placeholders)) WHERE number = ?"
  }()

  var changingValues: [SQLValue] { Column.changing.map(value) }

  private func value(_ column: Column) -> SQLValue {
    switch column {
    case .number: .integer(number)
    case .entryID: .id(entryID)
    case .childID: .id(childID)
    case .base: .instant(base)
    case .sends: .integer(Int64(sends))
    case .isAttempted: .integer(isAttempted ? 1 : 0)
    case .state: .text(state.rawValue)
    case .nextAt: .instant(nextAt)
    case .failure: .optional(failure?.kind.rawValue)
    case .failureText: .optional(failure?.message)
    case .failedAt: .instant(failedAt)
    case .requeuedAt: .instant(requeuedAt)
    case .isRequested: .integer(isRequested ? 1 : 0)
    case .behind: .id(behind)
    case .waitsSince: .instant(waitsSince)
    }
  }
}
