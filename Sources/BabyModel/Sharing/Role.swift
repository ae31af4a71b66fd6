/// What somebody may do with a child that several people share.
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

/// The roles that a share can give: a child has one owner.
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

  public init(user: User, role: Role, since: Instant) {
    self.user = user
    self.role = role
    self.since = since
  }
}
