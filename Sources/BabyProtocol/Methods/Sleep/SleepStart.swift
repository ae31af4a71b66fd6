/// Starts a sleep; an error when one is running.
public enum SleepStart: WriteMethod {
  public static let name = "sleep.start"
  public static let summary = "Starts a sleep; an error if one is already running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.sleepRunning, .sleepForgotten]

  public typealias Params = TimerStartParams
  public typealias Answer = EntryAnswer
}
