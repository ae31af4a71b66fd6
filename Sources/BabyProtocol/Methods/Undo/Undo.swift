public import BabyModel

/// Takes back the caller's last change that is not undone, or the one that is named.
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
