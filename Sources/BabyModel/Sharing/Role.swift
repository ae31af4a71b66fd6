/// A person's permissions for a shared child.
public enum Role: String, CaseIterable, Sendable {
  /// Everything: shares, changes and removes the child.
  case owner
  /// Logs, edits and deletes entries.
  case caregiver
  /// Reads only.
  case viewer

  /// Whether this role may do all that another may.
  public func covers(_ other: Role) -> Bool { rank >= other.rank }

  private var rank: Int {
    switch self {
    case .owner: 2
    case .caregiver: 1
    case .viewer: 0
    }
  }
}

/// The roles that a share can give: only existing members can become owners.
public enum SharedRole: String, CaseIterable, Sendable {
  case caregiver, viewer

  public var role: Role {
    switch self {
    case .caregiver: .caregiver
    case .viewer: .viewer
    }
  }
}

/// One of the people who share a child.
public struct Member: Hashable, Sendable {
  public var user: User
  public var role: Role
  public var since: Instant
  /// When one of their machines was last active, as far as the server reports it.
  public var lastSeenAt: Instant?

  public init(user: User, role: Role, since: Instant, lastSeenAt: Instant? = nil) {
    self.user = user
    self.role = role
    self.since = since
    self.lastSeenAt = lastSeenAt
  }

  /// As another member may see them: who keeps the log together has to know who is who and who is still there; for the
  /// others names are enough.
  public func seen(by viewer: UserID, as role: Role) -> Member {
    guard role != .owner else { return self }
    var member = self
    member.lastSeenAt = nil
    if viewer != user.id { member.user.email = "" }
    return member
  }
}
