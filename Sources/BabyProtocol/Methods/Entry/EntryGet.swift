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
    /// For a milestone, the child's age then, as people write it: "5 months (corrected 3 months)"; left out for other
    /// kinds, and before birth.
    public var age: String?
    /// How far its last change has come on its way to the family server; left out when nothing of it waits.
    public var queued: QueueState?
    /// The import that added it; left out if there was none or it is unknown.
    public var origin: Origin?
  }

  /// The import that an entry comes from. It is known to the daemon that has imported it, and is neither synced nor
  /// exported.
  @WireMembers
  public struct Origin: WireObject {
    /// The app, as people know it: "Huckleberry".
    public var app: String
    /// The name of the import's format: "huckleberry-csv".
    public var format: String
    /// When it was imported.
    public var importedAt: Instant
  }
}
