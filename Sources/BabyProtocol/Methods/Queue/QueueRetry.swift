/// Gives failed changes five more attempts. One that is on its way is left alone.
public enum QueueRetry: WriteMethod {
  public static let name = "queue.retry"
  public static let summary =
    "Gives failed changes five more attempts; a change that is still being sent is left alone."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.queueItemNotFound]

  public typealias Params = QueueParams
  public typealias Answer = QueueAnswer
}
