/// Ends the running feed; an error when none is running.
public enum FeedingStop: WriteMethod {
  public static let name = "feeding.stop"
  public static let summary =
    "Ends the running feed; an error if none is running. A paused one ended when it was paused."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.entryAhead, .feedingNotRunning, .feedingForgotten]

  public typealias Params = TimerStopParams
  public typealias Answer = EntryAnswer
}
