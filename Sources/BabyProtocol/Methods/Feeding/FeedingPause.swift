/// Pauses the running feed.
public enum FeedingPause: WriteMethod {
  public static let name = "feeding.pause"
  public static let summary = "Pauses the running feed."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.entryAhead, .feedingNotRunning, .feedingForgotten, .feedingPaused]

  public typealias Params = FeedingStepParams
  public typealias Answer = EntryAnswer
}
