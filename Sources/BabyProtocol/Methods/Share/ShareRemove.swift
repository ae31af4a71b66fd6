/// Ends a member's share of a child.
public enum ShareRemove: RPCMethod {
  public static let name = "share.remove"
  public static let summary = "Removes a member: they no longer see the child. What they logged stays."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  public typealias Params = MemberParams
  public typealias Answer = MemberAnswer
}
