public import BabyModel

/// Ends the running feed, or starts one.
public enum FeedingToggle: WriteMethod {
  public static let name = "feeding.toggle"
  public static let summary = "Ends the running feed, or starts one."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.entryAhead, .feedingChanged, .feedingForgotten]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// The breast of a feed that starts; default: the suggested side.
    public var side: Side?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    /// The state that the caller shows: the running feed's id, or null for none; an error if that has changed.
    public var ifRunning: Nullable<EntryID>?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
