public import BabyModel

/// Starts a breast feed, or goes on with the one that is paused; an error when one is running.
public enum FeedingStart: WriteMethod {
  public static let name = "feeding.start"
  public static let summary = "Starts a breast feed, or resumes a paused one; an error if one is already running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.feedingRunning, .feedingForgotten]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// The breast; default: the suggested side, or the one a paused feed was at.
    public var side: Side?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
