/// Gives up changes that were not sent: the entry becomes what the server has.
public enum QueueDiscard: WriteMethod {
  public static let name = "queue.discard"
  public static let summary = "Discards unsent changes: the entry goes back to what the server has."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.queueItemNotFound]

  public typealias Params = QueueParams
  public typealias Answer = QueueAnswer
}
