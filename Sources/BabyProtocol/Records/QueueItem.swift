public import BabyModel

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
