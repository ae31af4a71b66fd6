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
  ///   - caller: who asks.
  ///   - roles: of everybody who shares the child now.
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
