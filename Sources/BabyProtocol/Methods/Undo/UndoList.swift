public import BabyModel

/// Lists the caller's changes that can be taken back or done again, the last first.
public enum UndoList: RPCMethod {
  public static let name = "undo.list"
  public static let summary = "Lists the caller's changes that can be undone or redone, latest first."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// How many to return at most, 1 to 1000; default: 20.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The changes, latest first.
    public var steps: [UndoStepRecord]
    /// How to write clock times.
    public var timeFormat: TimeFormat
  }
}

/// A change of the caller's that one undo takes back.
@WireMembers("UndoStep")
public struct UndoStepRecord: Hashable, WireObject {
  /// Id of the change.
  ///
  /// `step.17`
  public var id: String
  /// The label of the step.
  ///
  /// Such as "Logged left breast".
  public var label: String
  /// When it was done.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
  /// Whether it is done, undone, or skipped because it could not be undone.
  public var state: State
  /// The children it is about.
  public var children: [ChildReference]
  /// How many entries it changed.
  public var count: Int
  /// UUID of the entry, if there was only one.
  public var entryID: EntryID?

  public enum State: String, WireWord {
    /// It can be taken back.
    case done
    /// It can be done again.
    case undone
    /// It could not be taken back; undo passes over it unless it is named.
    case skipped
  }
}
