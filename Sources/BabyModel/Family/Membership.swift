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

  /// As another member may see them: owners need addresses and the last activity; for the others names are enough.
  public func seen(by viewer: UserID, as role: Role) -> Member {
    guard role != .owner else { return self }
    var member = self
    member.lastSeenAt = nil
    if viewer != user.id { member.user.email = "" }
    return member
  }
}

/// Why words name none of the people who share a child.
public enum MemberNotFound: Error, Hashable, Sendable {
  case noMatch
  /// Several are called so.
  case several([Member])
}

extension [Member] {
  /// Finds a member by id, name or e-mail address.
  ///
  /// - Parameter reference: an id or an e-mail address, else a name in whatever case.
  /// - Throws: `MemberNotFound` if no member matches, or several have the name.
  public func member(_ reference: String) throws(MemberNotFound) -> Member {
    if let id = UserID(reference), let found = first(where: { $0.user.id == id }) { return found }
    let email = User.normalized(email: reference)
    if !email.isEmpty, let found = first(where: { $0.user.email == email }) { return found }
    let named = filter { $0.user.name.lowercased() == email }
    guard let found = named.first else { throw .noMatch }
    guard named.count == 1 else { throw .several(named) }
    return found
  }
}

/// The possible changes to a child's members.
public enum MembershipChange: Hashable, Sendable {
  case role(Role)
  /// A person is removed, or leaves.
  case removal
  /// A person becomes the owner in place of the caller, who stays as a caregiver.
  case transfer
}

/// Why it cannot be done.
public enum MembershipRefusal: Error, Hashable, Sendable {
  /// Only an owner may do it; everybody may leave.
  case notOwner
  /// They do not share the child.
  case notMember
  /// The child would have no owner left.
  case lastOwner
  /// One cannot hand a child over to oneself.
  case oneself
}

extension MembershipChange {
  /// The members and their roles after the change.
  ///
  /// A child can have several owners and always has one: otherwise it would be impossible to share or remove it.
  ///
  /// - Parameters:
  ///   - user: whom it is done to.
  ///   - caller: the account of the caller.
  ///   - roles: of everybody who shares the child now.
  /// - Throws: `MembershipRefusal`, and then nothing changes.
  public func applied(
    to user: UserID, by caller: UserID, in roles: [UserID: Role]
  ) throws(MembershipRefusal) -> [UserID: Role] {
    let isLeaving = self == .removal && user == caller && roles[caller] != nil
    guard isLeaving || roles[caller] == .owner else { throw .notOwner }
    guard roles[user] != nil else { throw .notMember }
    var after = roles
    switch self {
    case .role(let role): after[user] = role
    case .removal: after[user] = nil
    case .transfer:
      guard user != caller else { throw .oneself }
      (after[user], after[caller]) = (.owner, .caregiver)
    }
    guard after.values.contains(.owner) else { throw .lastOwner }
    return after
  }
}

/// A person joined or left a child's share, or got another role.
public struct MemberEvent: Hashable, Sendable {
  /// What has changed.
  public enum Action: String, CaseIterable, Sendable {
    /// By accepting an invitation.
    case joined
    /// By their own doing.
    case left
    /// By an owner's.
    case removed
    /// Has another role than before.
    case role
  }

  /// How long a server keeps it.
  public static let lifetime: Duration = .hours(90 * 24)
  /// How many events a server keeps per child, the latest.
  public static let mostOfChild = 100

  public var childID: ChildID
  /// By the server's clock.
  public var at: Instant
  public var action: Action
  /// The person's name at that time.
  public var name: String
  /// The role from then on; nil for who is gone.
  public var role: Role?
  /// The owner who did it, by their name at that time; nil if the person did it themselves, or the server's operator
  /// did.
  public var by: String?

  public init(childID: ChildID, at: Instant, action: Action, name: String, role: Role? = nil, by: String? = nil) {
    self.childID = childID
    self.at = at
    self.action = action
    self.name = name
    self.role = role
    self.by = by
  }
}
