/// Ends a running activity by its name, or whatever else has a timer.
public enum TimerStop: WriteMethod {
  public static let name = "timer.stop"
  public static let summary =
    "Ends the running activity of a name, or the running sleep, tummy time or feed; an error if it is not running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + .ofTimersThatDoNotRun + [
      .entryAhead, .activityForgotten, .sleepForgotten, .tummyForgotten, .feedingForgotten,
    ]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Its name, as for timer.start; case does not matter.
    public var name: String
    /// When it ended, in words or RFC 3339; default: now.
    public var at: String?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

extension [ErrorCode] {
  static let ofTimersThatDoNotRun: [ErrorCode] = [
    .activityNotRunning, .sleepNotRunning, .tummyNotRunning, .feedingNotRunning,
  ]
}
