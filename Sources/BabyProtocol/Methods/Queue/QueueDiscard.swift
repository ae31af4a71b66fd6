/// Gives up changes that were not sent: the entry becomes what the server has.
public enum QueueDiscard: WriteMethod {
  public static let name = "queue.discard"
  public static let summary = "Gives up changes that were not sent: the entry becomes what the server has."
  public static let access = MethodAccess.everybody

  public typealias Params = QueueParams
  public typealias Answer = QueueAnswer
}
