/// Hands a child over to another member.
public enum ShareTransfer: RPCMethod {
  public static let name = "share.transfer"
  public static let summary = "Makes a member the owner in place of the caller, who stays as a caregiver."
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
