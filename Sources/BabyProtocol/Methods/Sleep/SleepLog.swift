/// Logs a sleep that is over.
public enum SleepLog: WriteMethod {
  public static let name = "sleep.log"
  public static let summary = "Logs a sleep that has ended."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  public typealias Params = FinishedTimerParams
  public typealias Answer = EntryAnswer
}
