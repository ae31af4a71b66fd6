/// Ends the running sleep; an error when none is running.
public enum SleepStop: WriteMethod {
  public static let name = "sleep.stop"
  public static let summary = "Ends the running sleep; an error if none is running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.entryAhead, .sleepNotRunning, .sleepForgotten]

  public typealias Params = TimerStopParams
  public typealias Answer = EntryAnswer
}
