/// Starts tummy time; an error when one is running.
public enum TummyStart: WriteMethod {
  public static let name = "tummy.start"
  public static let summary = "Starts tummy time; an error if it is already running."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.tummyRunning, .tummyForgotten]

  public typealias Params = TimerStartParams
  public typealias Answer = EntryAnswer
}
