/// Logs tummy time that is over; without a duration, as long as last time.
public enum TummyLog: WriteMethod {
  public static let name = "tummy.log"
  public static let summary = "Logs tummy time that has ended; by default, as long as last time."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  public typealias Params = FinishedTimerParams
  public typealias Answer = EntryAnswer
}
