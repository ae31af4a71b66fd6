/// Ends a member's share of a child.
public enum ShareRemove: RPCMethod {
  public static let name = "share.remove"
  public static let summary = "Removes a member: they no longer see the child. What they logged stays."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  @WireMembers
  public struct Params: WireObject {
    /// The member: a name, an e-mail address, or a UUID.
    public var member: String
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Answer as if it were done, but change nothing.
    public var isDryRun: Bool = false
  }

  public typealias Answer = MemberAnswer
}
