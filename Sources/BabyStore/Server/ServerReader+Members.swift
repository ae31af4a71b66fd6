public import BabyModel
import GRDB

extension ServerReader {
  /// Who shares a child: the owners first, then in the order in which they came.
  public func members(of child: ChildID) throws -> [Member] {
    let names = try shownNames(in: child)
    return try db.all(
      """
      SELECT \(UserRow.list), \(MemberRow.columns) FROM membership JOIN user ON user.id = user_id
      WHERE child_id = ? ORDER BY role <> 'owner', since, user.id
      """, [.id(child)]
    ) { (row: ResultRow<UserRow>) in
      let member = row.following(MemberRow.self)
      var found = Member(user: try UserRow.decode(row), role: try member.word(.role), since: member.instant(.since))
      found.user.name = names[found.user.id] ?? found.user.name
      found.lastSeenAt = member.optionalInstant(.lastSeenAt)
      return found
    }
  }

  /// What those who share a child are called: nobody joins with a name that looks like another's, but some did before that
  /// was so, and they have a number behind it.
  public func shownNames(in child: ChildID) throws -> [UserID: String] {
    let users = try db.all(
      """
      SELECT \(UserRow.list) FROM membership JOIN user ON user.id = user_id WHERE child_id = ? ORDER BY since, user.id
      """, [.id(child)], UserRow.decode)
    return Dictionary(uniqueKeysWithValues: zip(users.map(\.id), PersonName.distinguished(users.map(\.name))))
  }

  /// The children that somebody owns and nobody else does, removed ones included: those that go with the account.
  public func childrenOwnedAlone(by user: UserID) throws -> [Child] {
    try memberships(of: user, includingRemoved: true).filter { $0.role == .owner }.map(\.child).filter { child in
      try !members(of: child.id).contains { $0.role == .owner && $0.user.id != user }
    }
  }

  /// The children that somebody shares and an owner has removed for everybody, in the order of their ids.
  public func removedChildren(of user: UserID) throws -> [RemovedChild] {
    try db.all(
      """
      SELECT \(RemovedChildRow.columns) FROM membership JOIN child ON child.id = membership.child_id
      WHERE membership.user_id = ? AND child.removed_at IS NOT NULL ORDER BY child.id
      """, [.id(user)]
    ) { (row: ResultRow<RemovedChildRow>) in
      RemovedChild(childID: try row.id(.id), by: row.optionalText(.removedBy))
    }
  }

  /// The children that were shared with somebody once and are no more, in the order of their ids.
  public func endedMemberships(of user: UserID) throws -> [ChildID] {
    try db.all("SELECT child_id FROM ended_membership WHERE user_id = ? ORDER BY child_id", [.id(user)]) {
      try $0.id()
    }
  }
}

private enum RemovedChildRow: Int32, Columns {
  case id, removedBy
  static let columns = ColumnList<Self>(computing: [.id: "child.id"])
}
