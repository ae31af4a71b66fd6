public import BabyModel

/// An entry that was logged, changed, deleted or restored, as it is now.
@WireMembers("TimelineChange")
public struct TimelineChange: Hashable, WireObject {
  /// The operation on it.
  public var operation: Operation
  /// The entry as it is now, which may be after a later change.
  public var entry: EntryRecord

  public enum Operation: String, WireWord {
    case insert, update, delete, restore
  }
}

/// The state of an entry on its way to the family server.
@WireMembers("QueueChange")
public struct QueueChange: Hashable, WireObject {
  /// UUID of the entry.
  public var entryID: EntryID
  /// The new state.
  public var state: QueueState
}
