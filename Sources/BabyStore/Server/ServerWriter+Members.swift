public import BabyModel
import GRDB

extension ServerWriter {
  /// Makes what people may do with a child another: who is in `roles` no more shares it no longer.
  ///
  /// Everybody's machines notice, for all of it changes the child. Who stops being an owner may know codes that nobody
  /// has accepted yet, and could come back by them: they all end.
  ///
  /// - Parameters:
  ///   - roles: of members; nobody joins by it.
  ///   - caller: who asks for it.
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

  /// What they have logged stays, with their name.
  private func end(_ user: UserID, _ child: ChildID) throws {
    try db.run("DELETE FROM membership WHERE user_id = ? AND child_id = ?", [.id(user), .id(child)])
    try noteEnd(of: user, child)
  }

  /// Erases an account with everything that is its own: sessions, settings, and the children that nobody else owns, with
  /// whatever is theirs, for everybody. Of children that others own nothing goes but the membership.
  public func erase(_ user: UserID) throws {
    for child in try read.childrenOwnedAlone(by: user) { try erase(child.id) }
    for child in try read.memberships(of: user, includingRemoved: true).map(\.child.id) {
      let others = try read.members(of: child).filter { $0.user.id != user }
      try setRoles(Dictionary(others.map { ($0.user.id, $0.role) }) { first, _ in first }, in: child, by: user)
    }
    // Not made free again: who has accepted once could otherwise be followed by anybody.
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
