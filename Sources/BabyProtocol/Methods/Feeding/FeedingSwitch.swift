/// Switches sides of the running feed.
public enum FeedingSwitch: WriteMethod {
  public static let name = "feeding.switch"
  public static let summary = "Switches the running feed to the other breast; a paused one goes on there."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [.entryAhead, .feedingNotRunning, .feedingForgotten]

  public typealias Params = FeedingStepParams
  public typealias Answer = EntryAnswer
}
