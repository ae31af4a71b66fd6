public import BabyModel

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

extension Share: WireObject {
  public static var schemaName: String? { "Share" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      id: try members.required("id", "UUID of the share."),
      childID: try members.required("childId", "UUID of the child."),
      role: try members.required("role", "The role of the person who accepts it."),
      createdAt: try members.required("createdAt", "When it was made."),
      expiresAt: try members.required("expiresAt", "When it expires."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("childId", childID)
    members.field("role", role)
    members.field("createdAt", createdAt)
    members.field("expiresAt", expiresAt)
  }
}
