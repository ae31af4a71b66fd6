public import BabyModel

// The people who share a child, the same on the socket and on the family server.

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

extension MemberEvent.Deed: WireWord {}

extension MemberEvent: WireObject {
  public static var schemaName: String? { "MemberEvent" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      childID: try members.required("childId", "UUID of the child."),
      at: try members.required("at", "When it was."),
      deed: try members.required("deed", "How the share changed."),
      name: try members.required("name", "The person's name at that time."),
      role: try members.optional("role", "Their new role; left out if they are gone."),
      by: try members.optional("by", "The owner who did it; left out if the person did it themselves."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("at", at)
    members.field("deed", deed)
    members.field("name", name)
    members.field("role", role)
    members.field("by", by)
  }
}

extension RemovedChild: WireObject {
  public static var schemaName: String? { "RemovedChild" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      childID: try members.required("childId", "UUID of the child."),
      by: try members.optional("by", "The owner who did it, by their name at that time; left out if unknown."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("by", by)
  }
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
