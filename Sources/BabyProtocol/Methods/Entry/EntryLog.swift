public import BabyModel

/// Logs an entry of any kind by its fields.
public enum EntryLog: WriteMethod {
  public static let name = "entry.log"
  public static let summary = "Logs an entry of any kind, by the fields that the kind declares."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// The kind of entry.
    public var kind: EntryKind
    /// The kind's fields by the names that an entry has them under; an amount without its unit is in the first one.
    public var fields: SaidFields?
    /// Free text; for a note, the note itself.
    @Wire(longest: WireLimit.note) public var note: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    @Flattened public var time: TimeWords = .init()
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
