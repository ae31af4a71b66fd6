public import BabyModel
import GRDB

extension ServerReader {
  /// Who shares a child: the owners first, then in the order in which they came.
  public func members(of child: ChildID) throws -> [Member] {
    try db.all(
      """
      SELECT \(UserRow.list), \(MemberRow.columns) FROM membership JOIN user ON user.id = user_id
      WHERE child_id = ? ORDER BY role <> 'owner', since, user.id
      """, [.id(child)]
    ) { (row: ResultRow<UserRow>) in
      let member = row.following(MemberRow.self)
      var found = Member(user: try UserRow.decode(row), role: try member.word(.role), since: member.instant(.since))
      found.lastSeenAt = member.optionalInstant(.lastSeenAt)
      return found
    }
  }

  /// The children that somebody owns and nobody else does, removed ones included: those that go with the account.
  public func childrenOwnedAlone(by user: UserID) throws -> [Child] {
    try memberships(of: user, includingRemoved: true).filter { $0.role == .owner }.map(\.child).filter { child in
      try !members(of: child.id).contains { $0.role == .owner && $0.user.id != user }
    }
  }

  /// The children that were shared with somebody once and are no more, in the order of their ids.
  public func endedMemberships(of user: UserID) throws -> [ChildID] {
    try db.all("SELECT child_id FROM ended_membership WHERE user_id = ? ORDER BY child_id", [.id(user)]) {
      try $0.id()
    }
  }
}
