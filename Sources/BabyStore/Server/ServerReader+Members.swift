public import BabyModel
import GRDB

extension ServerReader {
  /// Who shares a child: the owners first, then in the order in which they came.
  public func members(of child: ChildID) throws -> [Member] {
    let members = try db.all(
      """
      SELECT \(UserRow.list), \(MemberRow.columns) FROM membership JOIN user ON user.id = user_id
      WHERE child_id = ? ORDER BY role <> 'owner', since, user.id
      """, [.id(child)]
    ) { (row: ResultRow<UserRow>) in
      let member = row.following(MemberRow.self)
      return Member(user: try UserRow.decode(row), role: try member.word(.role), since: member.instant(.since))
    }
    let seen = try lastSeen(of: members.map(\.user.id))
    return members.map { member in
      var member = member
      member.lastSeenAt = seen[member.user.id]
      return member
    }
  }

  /// When each of them was last there, to the hour, as far as it is written down. Nobody who has no session is in it.
  public func lastSeen(of users: [UserID]) throws -> [UserID: Instant] {
    var seen: [UserID: Instant] = [:]
    for user in users {
      seen[user] =
        try db.first("SELECT max(used_at) FROM session WHERE user_id = ?", [.id(user)]) {
          $0.optionalInstant()
        } ?? nil
    }
    return seen
  }

  /// The children that were shared with somebody once and are no more, in the order of their ids.
  public func endedMemberships(of user: UserID) throws -> [ChildID] {
    try db.all("SELECT child_id FROM ended_membership WHERE user_id = ? ORDER BY child_id", [.id(user)]) {
      try $0.id()
    }
  }
}
