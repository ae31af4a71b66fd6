public import BabyModel

/// Lists the people who share a child.
public enum ShareMembers: RPCMethod {
  public static let name = "share.members"
  public static let summary = "Lists who shares the child."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + .ofServer

  public typealias Params = ChildParams

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The owners first, then the others in the order they joined.
    public var members: [Member]
    /// UUID of the caller's own account.
    public var you: UserID
  }
}
