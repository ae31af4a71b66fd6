public import BabyModel

/// Logs a diaper.
public enum DiaperLog: WriteMethod {
  public static let name = "diaper.log"
  public static let summary = "Logs a diaper."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Its contents; default: the same as last time.
    public var type: DiaperType?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
