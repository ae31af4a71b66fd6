public import BabyModel

/// Creates a code with which another account can share a child.
public enum ShareCreate: RPCMethod {
  public static let name = "share.create"
  public static let summary = "Creates a code that works once and lets another person share the child."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + [.childNotOwner]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// A caregiver can log, a viewer can only read; default: caregiver.
    public var role: SharedRole = .caregiver
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child that is shared.
    public var child: ChildReference
    /// The share.
    public var share: Share
    /// For share.accept; it is only given here, and works once.
    public var code: String
    /// The server where an account is needed to accept it.
    public var server: String
  }
}
