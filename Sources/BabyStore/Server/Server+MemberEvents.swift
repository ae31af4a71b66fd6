public import BabyModel
import GRDB

extension ServerReader {
  /// Who came to share children, or shares them no more, after a position and since the children came into sight; the
  /// earliest first.
  ///
  /// - Parameters:
  ///   - memberships: all of the caller's.
  ///   - last: the position up to which it is told; nil for all there is.
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
  /// Notes what became of somebody's share, under the number of the child's last change.
  ///
  /// - Parameters:
  ///   - role: the one from now on; nil for who is gone.
  ///   - caller: who has done it; nil where it is the same person, or nobody.
  func note(
    _ deed: MemberEvent.Deed, of user: UserID, in child: ChildID, as role: Role? = nil, by caller: UserID? = nil
  ) throws {
    try db.run(
      """
      INSERT INTO member_event (child_id, seq, at, deed, name, role, changed_by)
      SELECT child.id, child.seq, ?, ?, user.name, ?, (SELECT name FROM user WHERE id = ?)
      FROM child JOIN user ON user.id = ? WHERE child.id = ?
      """,
      [
        .instant(now), .text(deed.rawValue), .optional(role?.rawValue), .id(caller == user ? nil : caller), .id(user),
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

  /// Keeps that a share has ended, for the account's machines.
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
