/// Makes a code for sharing a child worthless.
public enum ShareRevoke: RPCMethod {
  public static let name = "share.revoke"
  public static let summary = "Cancels a code for sharing the child."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + [.childNotOwner, .shareNotFound]

  @WireMembers
  public struct Params: WireObject {
    /// UUID of the share, or its last 4 or more characters.
    public var id: String
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The result, in words.
    public var message: String
  }
}
