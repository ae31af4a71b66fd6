public import BabyModel

/// Shares the child that a code is for.
public enum ShareAccept: RPCMethod {
  public static let name = "share.accept"
  public static let summary = "Accepts a code and shares its child."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.shareNotFound, .shareAccepted]

  @WireMembers
  public struct Params: WireObject {
    /// The code from share.create.
    public var code: String
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The caller's role.
    public var role: Role
    /// The result, in words.
    public var message: String
  }
}
