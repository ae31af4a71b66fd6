/// Makes this machine's version of a conflict the current one, as a new change.
public enum InboxApply: WriteMethod {
  public static let name = "inbox.apply"
  public static let summary = "Makes this machine's version of a conflict the current one, as a new change."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.inboxItemNotFound, .notAConflict]

  @WireMembers
  public struct Params: WriteParams {
    /// Number of the conflict in the inbox.
    public var id: Int
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
