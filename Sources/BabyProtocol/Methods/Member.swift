public import BabyModel

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

public enum ShareRemove: RPCMethod {
  public static let name = "share.remove"
  public static let summary = "Removes a member: they no longer see the child. What they logged stays."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  public typealias Params = MemberParams
  public typealias Answer = MemberAnswer
}

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

public enum ShareTransfer: RPCMethod {
  public static let name = "share.transfer"
  public static let summary = "Makes a member the owner in place of the caller, who stays as a caregiver."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  public typealias Params = MemberParams
  public typealias Answer = MemberAnswer
}

/// A member's share of a child that ends or becomes another.
@WireMembers
public struct MemberParams: WireObject {
  /// The member: a name, an e-mail address, or a UUID.
  public var member: String
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// Answer as if it were done, but change nothing.
  public var isDryRun: Bool = false
}

/// The answer to every call that changes who shares a child.
@WireMembers("MemberAnswer")
public struct MemberAnswer: WireObject {
  /// The child.
  public var child: ChildReference
  /// Whom it is about, as they shared the child before.
  public var member: Member
  /// The result, in words.
  public var message: String
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}

extension Member: WireObject {
  public static var schemaName: String? { "Member" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      user: try members.required("user", "The person."),
      role: try members.required("role", "Their role."),
      since: try members.required("since", "When they joined."),
      lastSeenAt: try members.optional(
        "lastSeenAt", "When one of their machines was last active; shown to owners only."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("user", user)
    members.field("role", role)
    members.field("since", since)
    members.field("lastSeenAt", lastSeenAt)
  }
}

extension User: WireObject {
  public static var schemaName: String? { "User" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      id: try members.required("id", "UUID of the user."),
      email: try members.required("email", "E-mail address; empty if the caller may not see it."),
      name: try members.required("name", "The name that other caregivers see."),
      createdAt: try members.required("createdAt", "When the user registered."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("email", email)
    members.field("name", name)
    members.field("createdAt", createdAt)
  }
}

extension MemberEvent: WireObject {
  public static var schemaName: String? { "MemberEvent" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      childID: try members.required("childId", "UUID of the child."),
      at: try members.required("at", "When it was."),
      action: try members.required("action", "How the share changed."),
      name: try members.required("name", "The person's name at that time."),
      role: try members.optional("role", "Their new role; left out if they are gone."),
      by: try members.optional("by", "The owner who did it; left out if the person did it themselves."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("at", at)
    members.field("action", action)
    members.field("name", name)
    members.field("role", role)
    members.field("by", by)
  }
}

extension MemberEvent.Action: WireEnum {}
