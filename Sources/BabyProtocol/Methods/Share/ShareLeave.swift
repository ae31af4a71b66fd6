/// Ends the account's own share of a child.
public enum ShareLeave: RPCMethod {
  public static let name = "share.leave"
  public static let summary = "Leaves the child: the account no longer sees it. What was logged stays."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Answer as if it were done, but change nothing.
    public var isDryRun: Bool = false
  }

  public typealias Answer = MemberAnswer
}
