public import BabyModel

/// Makes a code with which somebody else with an account shares a child.
public enum ShareCreate: RPCMethod {
  public static let name = "share.create"
  public static let summary = "Creates a code that works once and lets somebody else share the child."
  public static let isWrite = true

  public struct Params: WireObject {
    public var childID: String?
    /// The role of the person who accepts it.
    public var role: SharedRole

    public init(childID: String? = nil, role: SharedRole = .caregiver) {
      self.childID = childID
      self.role = role
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      role =
        try members.optional("role", "A caregiver can log, a viewer can only read; default: caregiver.") ?? .caregiver
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("role", role)
    }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var share: Share
    public var code: String
    public var server: String

    public init(child: ChildReference, share: Share, code: String, server: String) {
      self.child = child
      self.share = share
      self.code = code
      self.server = server
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child that is shared.")
      share = try members.required("share", "The share.")
      code = try members.required("code", "For share.accept; it is only given here, and works once.")
      server = try members.required("server", "The server where an account is needed to accept it.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("share", share)
      members.field("code", code)
      members.field("server", server)
    }
  }
}
