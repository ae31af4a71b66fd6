public import BabyModel

/// Goes on with the paused feed.
public enum FeedingResume: WriteMethod {
  public static let name = "feeding.resume"
  public static let summary = "Resumes the paused feed."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.entryAhead, .feedingNotRunning, .feedingForgotten, .feedingRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// The breast; default: the one it was at.
    public var side: Side?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
