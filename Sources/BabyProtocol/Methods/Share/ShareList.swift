public import BabyModel

/// Lists unused codes for sharing a child.
public enum ShareList: RPCMethod {
  public static let name = "share.list"
  public static let summary = "Lists the codes for sharing the child that have not been accepted yet."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + .ofServer + [.childNotOwner]

  public typealias Params = ChildParams

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The shares, in the order they were made.
    public var shares: [Share]
  }
}
