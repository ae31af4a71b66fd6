/// Takes items of the inbox as read.
public enum InboxDismiss: WriteMethod {
  public static let name = "inbox.dismiss"
  public static let summary = "Dismisses items in the inbox."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.inboxItemNotFound]

  @WireMembers
  public struct Params: WriteParams {
    /// Number of the item; default: all.
    public var id: Int?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = QueueAnswer
}
