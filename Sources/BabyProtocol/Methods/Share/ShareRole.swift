public import BabyModel

/// Changes what a member may do with a child.
public enum ShareRole: RPCMethod {
  public static let name = "share.role"
  public static let summary = "Changes a member's role. A child can have several owners."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  @WireMembers
  public struct Params: WireObject {
    /// The member: a name, an e-mail address, or a UUID.
    public var member: String
    /// Their new role.
    public var role: Role
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Answer as if it were done, but change nothing.
    public var isDryRun: Bool = false
  }

  public typealias Answer = MemberAnswer
}
