public import BabyModel
import GRDB

extension ServerReader {
  /// The child's members: the owners first, then in the order in which they joined.
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

  /// The displayed names of a child's members: new members cannot have similar names, but some old ones do, and get a
  /// number.
  public func shownNames(in child: ChildID) throws -> [UserID: String] {
    let users = try db.all(
      """
      SELECT \(UserRow.list) FROM membership JOIN user ON user.id = user_id WHERE child_id = ? ORDER BY since, user.id
      """, [.id(child)], UserRow.decode)
    return Dictionary(uniqueKeysWithValues: zip(users.map(\.id), PersonName.distinguished(users.map(\.name))))
  }

  /// The children that only this account owns, including removed ones: they are erased with the account.
  public func childrenOwnedAlone(by user: UserID) throws -> [Child] {
    try memberships(of: user, includingRemoved: true).filter { $0.role == .owner }.map(\.child).filter { child in
      try !members(of: child.id).contains { $0.role == .owner && $0.user.id != user }
    }
  }

  /// A member's children that an owner has removed for everybody, in the order of their ids.
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

  /// The children that are no longer shared with the account, in the order of their ids.
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

extension ServerWriter {
  /// Replaces the roles of a child's members: those who are not in `roles` are removed.
  ///
  /// All members' machines are notified, because each of these changes the child. A former owner may know unused codes,
  /// and could return with them: they are all revoked.
  ///
  /// - Parameters:
  ///   - roles: of existing members; this adds none.
  ///   - caller: who requests it.
  public func setRoles(_ roles: [UserID: Role], in child: ChildID, by caller: UserID) throws {
    var hasLostOwner = false
    for member in try read.members(of: child) where roles[member.user.id] != member.role {
      hasLostOwner = hasLostOwner || member.role == .owner
      let user = member.user.id
      _ = try touch(child)
      if let role = roles[user] {
        try db.run(
          "UPDATE membership SET role = ? WHERE user_id = ? AND child_id = ?",
          [.text(role.rawValue), .id(user), .id(child)])
        try note(.role, of: user, in: child, as: role, by: caller)
      } else {
        try end(user, child)
        try note(user == caller ? .left : .removed, of: user, in: child, by: caller)
      }
    }
    if hasLostOwner { try db.run("DELETE FROM share WHERE child_id = ? AND used_by IS NULL", [.id(child)]) }
  }

  /// Their entries stay, with their name.
  private func end(_ user: UserID, _ child: ChildID) throws {
    try db.run("DELETE FROM membership WHERE user_id = ? AND child_id = ?", [.id(user), .id(child)])
    try noteEnd(of: user, child)
  }

  /// Erases an account with everything that belongs only to it: sessions, settings, and the children that have no other
  /// owner, with all their data, for everybody. Of other children only the membership is deleted.
  public func erase(_ user: UserID) throws {
    for child in try read.childrenOwnedAlone(by: user) { try erase(child.id) }
    for child in try read.memberships(of: user, includingRemoved: true).map(\.child.id) {
      let others = try read.members(of: child).filter { $0.user.id != user }
      try setRoles(Dictionary(others.map { ($0.user.id, $0.role) }) { first, _ in first }, in: child, by: user)
    }
    // Not made usable again: otherwise another person could use an already accepted code.
    try db.run("DELETE FROM share WHERE used_by = ?", [.id(user)])
    for table in ["answer", "setting", "session", "device", "password_code", "ended_membership"] {
      try db.run("DELETE FROM \(table) WHERE user_id = ?", [.id(user)])
    }
    try db.run("DELETE FROM user WHERE id = ?", [.id(user)])
  }

  private func erase(_ child: ChildID) throws {
    // Answers that are kept for a caregiver's next attempt hold entries too.
    try db.run(
      "DELETE FROM answer WHERE user_id IN (SELECT user_id FROM membership WHERE child_id = ?)", [.id(child)])
    for member in try read.members(of: child) { try end(member.user.id, child) }
    for table in ["entry", "relayed_entry", "share", "setting", "member_event"] {
      try db.run("DELETE FROM \(table) WHERE child_id = ?", [.id(child)])
    }
    try db.run("DELETE FROM child WHERE id = ?", [.id(child)])
  }
}

extension ServerReader {
  /// People who joined or left after a position and since the children became visible; the earliest first.
  ///
  /// - Parameters:
  ///   - memberships: all of the caller's.
  ///   - last: the last position to include; nil for no limit.
  public func memberEvents(
    in memberships: [Membership], since position: FeedPosition, upTo last: FeedPosition?
  ) throws -> [MemberEvent] {
    // Nothing new: the usual case is a look at the child alone.
    try memberships.filter { $0.changeSeq > position.seq }.flatMap { membership in
      try db.all(
        """
        SELECT \(MemberEventRow.columns) FROM member_event
        WHERE child_id = ? AND seq > ? AND seq >= ? AND seq <= ? ORDER BY seq
        """,
        [
          .id(membership.child.id), .integer(position.seq), .integer(membership.joinedSeq),
          .integer(last?.seq ?? .max),
        ], MemberEventRow.decode)
    }
  }
}

extension ServerWriter {
  /// Records a membership event under the number of the child's last change.
  ///
  /// - Parameters:
  ///   - role: the new one; nil for a person who left.
  ///   - caller: who did it; nil if it is the same person, or unknown.
  func note(
    _ action: MemberEvent.Action, of user: UserID, in child: ChildID, as role: Role? = nil, by caller: UserID? = nil
  ) throws {
    try db.run(
      """
      INSERT INTO member_event (child_id, seq, at, action, name, role, changed_by)
      SELECT child.id, child.seq, ?, ?, user.name, ?, (SELECT name FROM user WHERE id = ?)
      FROM child JOIN user ON user.id = ? WHERE child.id = ?
      """,
      [
        .instant(now), .text(action.rawValue), .optional(role?.rawValue), .id(caller == user ? nil : caller), .id(user),
        .id(child),
      ])
    // An owner can change roles all day.
    try db.run(
      """
      DELETE FROM member_event WHERE child_id = ?1 AND seq NOT IN
        (SELECT seq FROM member_event WHERE child_id = ?1 ORDER BY seq DESC LIMIT ?2)
      """, [.id(child), .integer(Int64(MemberEvent.mostOfChild))])
  }

  /// How many ended shares are kept of one account: the latest.
  static let mostEndedMemberships = 200

  /// Records that a share has ended, for the account's machines.
  func noteEnd(of user: UserID, _ child: ChildID) throws {
    try db.run(
      """
      INSERT INTO ended_membership (user_id, child_id, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (user_id, child_id) DO UPDATE SET at = ?3
      """, [.id(user), .id(child), .instant(now)])
    try db.run(
      """
      DELETE FROM ended_membership WHERE user_id = ?1 AND child_id NOT IN
        (SELECT child_id FROM ended_membership WHERE user_id = ?1 ORDER BY at DESC, child_id LIMIT ?2)
      """, [.id(user), .integer(Int64(Self.mostEndedMemberships))])
  }

  /// Forgets who came and went long ago. A machine that was off for longer hides the child and keeps its log.
  func pruneMemberEvents() throws {
    let limit = SQLValue.instant(now - MemberEvent.lifetime)
    try db.run("DELETE FROM member_event WHERE at < ?", [limit])
    try db.run("DELETE FROM ended_membership WHERE at < ?", [limit])
  }
}

/// What an account can see now: its children and settings.
public struct AccountVisibility: Hashable, Sendable {
  /// Of the database.
  public let epoch: Identifier<ServerStore>
  public let memberships: [Membership]
  /// Number of the last change of anything that they have set.
  public let settingSeq: Int64
}

extension ServerReader {
  public func visibility(of user: UserID) throws -> AccountVisibility {
    guard let epoch: Identifier<ServerStore> = try db.first("SELECT epoch FROM server", [], { try $0.id() }) else {
      throw Damage()
    }
    return try visibility(of: user, memberships(of: user), epoch: epoch)
  }

  /// - Parameter memberships: all of the user's.
  public func visibility(
    of user: UserID, _ memberships: [Membership], epoch: Identifier<ServerStore>
  ) throws -> AccountVisibility {
    AccountVisibility(epoch: epoch, memberships: memberships, settingSeq: try settingSeq(of: user))
  }

  /// When each of an account's active sessions will expire, by the hash of its token.
  public func sessionEnds(of user: UserID, now: Instant) throws -> [[UInt8]: Instant] {
    let rows = try db.all(
      "SELECT \(OwnSessionRow.columns) FROM session WHERE user_id = ? AND expires_at > ?", [.id(user), .instant(now)]
    ) { (row: ResultRow<OwnSessionRow>) in (row.bytes(.token), row.instant(.expiresAt)) }
    return Dictionary(rows) { first, _ in first }
  }
}

private enum OwnSessionRow: Int32, Columns {
  case token, expiresAt
  static let columns = ColumnList<Self>()
}
