public import BabyModel

public enum QueueList: RPCMethod {
  public static let name = "queue.list"
  public static let summary = "Lists the changes that the family server has not confirmed yet, oldest first."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// How many to return at most, 1 to 1000; default: 100.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The changes, oldest first.
    public var items: [QueueItem]
    /// How many are waiting to be sent, listed or not.
    public var unsent: Int
    /// How many of those are settings and reminders, which are not listed; left out if none are.
    public var settings: Int?
    /// How many failed and need a retry or a discard, listed or not.
    public var failed: Int
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}

public enum QueueRetry: WriteMethod {
  public static let name = "queue.retry"
  public static let summary =
    "Gives failed changes five more attempts; a change that is still being sent is left alone."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.queueItemNotFound]

  public typealias Params = QueueParams
  public typealias Answer = QueueAnswer
}

public enum QueueDiscard: WriteMethod {
  public static let name = "queue.discard"
  public static let summary = "Discards unsent changes: the entry goes back to what the server has."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.queueItemNotFound]

  public typealias Params = QueueParams
  public typealias Answer = QueueAnswer
}

/// About changes that are on their way to the family server.
@WireMembers
public struct QueueParams: WriteParams {
  /// UUID of the entry or child, or its last 4 or more characters; default: all that have failed.
  public var id: String?
  @Flattened public var options: WriteOptions = .init()
}

/// A change that the family server has not confirmed yet.
@WireMembers("QueueItem")
public struct QueueItem: Hashable, WireObject {
  /// UUID of the entry or, if there is none, of the child.
  public var id: String
  /// The child.
  public var child: ChildReference
  /// The entry as it will be; left out for a change to the child itself.
  public var entry: EntryRecord?
  /// The pending change, in words.
  ///
  /// Such as "Left breast · 15 min", "Deleted sleep", "Eva".
  public var text: String
  /// failed: it needs a retry or a discard.
  public var state: QueueState
  /// How many times it was sent since it was logged or retried.
  public var attempts: Int
  /// When it will be sent next.
  public var nextAt: Instant?
  /// Why the last attempt failed.
  public var reason: String?
  /// When the change was made.
  public var at: Instant
}

/// The answer to `queue.retry` and `queue.discard`.
@WireMembers("QueueAnswer")
public struct QueueAnswer: WireObject {
  /// How many changes were affected.
  public var count: Int
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}

/// The state of an entry on its way to the family server.
@WireMembers("QueueChange")
public struct QueueChange: Hashable, WireObject {
  /// UUID of the entry.
  public var entryID: EntryID
  /// The new state.
  public var state: QueueState
}

/// How many entries wait to be sent.
@WireMembers
public struct QueueSnapshot: Hashable, WireObject {
  /// How many entries are waiting to be sent.
  public var unsent: Int
  /// How many entries failed and need a retry or a discard.
  public var failed: Int
}
