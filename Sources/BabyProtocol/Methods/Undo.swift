public import BabyModel

public enum Undo: WriteMethod {
  public static let name = "undo"
  public static let summary = "Undoes the caller's last change that is not undone yet, or the one named."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.nothingToUndo, .undoConflict, .timerRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// The change: its id from undo.list or a banner, or an entry, to undo its last change, by its UUID or the last 4
    /// or more characters; default: the last change.
    public var id: String?
    @Flattened public var options: WriteOptions = .init()
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The result, in words.
    ///
    /// Such as "Undid: Logged left breast".
    public var message: String
    /// The label of what was undone or redone.
    ///
    /// Such as "Logged left breast".
    public var label: String
    /// The children it is about.
    public var children: [ChildReference]
    /// The entries that changed, as they are now; at most 100.
    public var entries: [EntryRecord]
    /// How many entries changed.
    ///
    /// `entries` holds the first 100 of them.
    public var count: Int
    /// Id of the change.
    ///
    /// `step.17`
    public var step: String
    /// Later changes by the caller that stay, in words; left out if it was the caller's last change.
    public var later: String?
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// Number of the database's last change.
    public var seq: Int
    /// True when nothing was changed.
    public var isDryRun: Bool = false
  }
}

public enum Redo: WriteMethod {
  public static let name = "redo"
  public static let summary = "Redoes what the caller last undid."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.nothingToRedo, .undoConflict, .timerRunning]

  public typealias Params = WriteOptions
  public typealias Answer = Undo.Answer
}

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

  public enum State: String, WireEnum {
    /// It can be taken back.
    case done
    /// It can be done again.
    case undone
    /// It could not be taken back; undo passes over it unless it is named.
    case skipped
  }
}
