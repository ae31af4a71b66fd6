public import BabyModel

/// Starts an activity by its name, or whatever else has a timer.
public enum TimerStart: WriteMethod {
  public static let name = "timer.start"
  public static let summary =
    "Starts an activity of any name, or a sleep, tummy time or feed; an error if it is already running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [
      .activityRunning, .activityForgotten, .sleepRunning, .sleepForgotten, .tummyRunning, .tummyForgotten,
      .feedingRunning, .feedingForgotten,
    ]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Its name, in at most 40 characters: bath, walk, music class, and also sleep, tummy time or feed.
    public var name: String
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
