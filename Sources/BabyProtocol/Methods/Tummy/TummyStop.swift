/// Ends the running tummy time; an error when none is running.
public enum TummyStop: WriteMethod {
  public static let name = "tummy.stop"
  public static let summary = "Ends the running tummy time; an error if none is running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.entryAhead, .tummyNotRunning, .tummyForgotten]

  public typealias Params = TimerStopParams
  public typealias Answer = EntryAnswer
}
