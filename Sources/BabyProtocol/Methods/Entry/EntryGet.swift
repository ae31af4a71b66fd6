public import BabyModel

/// One entry, deleted or not.
public enum EntryGet: RPCMethod {
  public static let name = "entry.get"
  public static let summary = "Returns one entry, deleted or not."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.entryNotFound, .zoneUnknown]

  @WireMembers
  public struct Params: WireObject {
    /// UUID of the entry, its last 4 or more characters, or "last" for the latest one logged.
    public var id: String
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The entry.
    public var entry: EntryRecord
    /// The child the entry is for.
    public var child: ChildReference
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// Of a milestone, the child's age then, as people say it: "5 months (corrected 3 months)"; left out for other kinds, and
    /// before birth.
    public var age: String?
    /// How far its last change has come on its way to the family server; left out when nothing of it waits.
    public var queued: QueueState?
  }
}
