public import BabyModel
import GRDB

/// One state of the server's database, whatever is written meanwhile.
///
/// Valid inside the body it was given to. It finds whatever is asked for: who may see it is for the caller to ask,
/// by `membership`.
public struct ServerReader {
  let db: Database
  /// Entries and what is found out from them, as on a machine of one's own.
  public let entries: ReadTransaction

  init(db: Database) {
    self.db = db
    entries = ReadTransaction(db: db)
  }

  /// Number of the last change of anything; 0 in a new database.
  public func lastSeq() throws -> Int64 { try db.first("SELECT seq FROM server") { $0.integer() } ?? 0 }

  /// The history that a change belongs to, which no other change of this number has, not even in another copy of the
  /// file; nil for 0, and for changes of before there were histories.
  public func history(of seq: Int64) throws -> String? {
    try db.first("SELECT id FROM history WHERE after_seq < ? ORDER BY after_seq DESC LIMIT 1", [.integer(seq)]) {
      $0.text()
    }
  }

  // MARK: Accounts

  /// - Parameter email: normalized.
  /// - Returns: the user, and the password's hash as it was kept.
  public func account(email: String) throws -> (user: User, password: String)? {
    try db.first("SELECT \(UserRow.list), \(PasswordRow.columns) FROM user WHERE email = ?", [.text(email)]) {
      (row: ResultRow<UserRow>) in
      (try UserRow.decode(row), row.following(PasswordRow.self).text(.password))
    }
  }

  /// In the order in which they registered.
  public func users() throws -> [User] {
    try db.all("SELECT \(UserRow.list) FROM user ORDER BY created_at, id", [], UserRow.decode)
  }

  /// The session that a token belongs to; nil when it has expired, was revoked, or never was.
  ///
  /// - Parameter token: the token's hash.
  public func session(token: [UInt8], now: Instant) throws -> ServerSession? {
    try db.first(
      """
      SELECT \(UserRow.list), \(SessionRow.columns) FROM session JOIN user ON user.id = user_id JOIN server
      WHERE token = ? AND expires_at > ? AND disabled_at IS NULL
      """, [.bytes(token), .instant(now)]
    ) { (row: ResultRow<UserRow>) in
      let session = row.following(SessionRow.self)
      return ServerSession(
        id: try session.id(.sessionID), user: try UserRow.decode(row), usedAt: session.instant(.usedAt),
        expiresAt: session.instant(.expiresAt), epoch: try session.id(.epoch), lastSeq: session.integer(.seq))
    }
  }

  /// Who has logged in with a machine before.
  ///
  /// - Parameter device: the hash of the machine's secret.
  public func users(of device: [UInt8], now: Instant) throws -> [UserID] {
    try db.all(
      "SELECT user_id FROM device WHERE device = ? AND at > ?",
      [.bytes(device), .instant(now - ServerWriter.deviceLifetime)]
    ) { try $0.id() }
  }

  // MARK: Children

  private static let membershipSQL = """
    SELECT \(ChildRow.columns.of("child")), \(MembershipRow.columns)
    FROM membership JOIN child ON child.id = membership.child_id
    WHERE membership.user_id = ? AND (child.removed_at IS NULL OR ?)
    """

  /// The children that somebody may see, in the order in which they were added.
  ///
  /// - Parameter includingRemoved: whether children that were removed are wanted too.
  public func memberships(of user: UserID, includingRemoved: Bool = false) throws -> [Membership] {
    try db.all(
      Self.membershipSQL + " ORDER BY child.created_at, child.id",
      [.id(user), .integer(includingRemoved ? 1 : 0)], MembershipRow.decode)
  }

  /// How many children somebody may see, with those that were removed.
  public func childCount(of user: UserID) throws -> Int {
    try db.first("SELECT count(*) FROM membership WHERE user_id = ?", [.id(user)]) { Int($0.integer()) } ?? 0
  }

  /// A child as somebody may see it; nil when they may not.
  ///
  /// - Parameter includingRemoved: whether a child that was removed is wanted too.
  public func membership(
    of user: UserID, in child: ChildID, includingRemoved: Bool = false
  ) throws -> Membership? {
    try db.first(
      Self.membershipSQL + " AND child.id = ?", [.id(user), .integer(includingRemoved ? 1 : 0), .id(child)],
      MembershipRow.decode)
  }

  // MARK: Shares

  /// Shares that can still be accepted, in the order in which they were made.
  public func shares(of child: ChildID, now: Instant) throws -> [Share] {
    try db.all(
      """
      SELECT \(ShareRow.columns) FROM share
      WHERE child_id = ? AND used_by IS NULL AND expires_at > ? ORDER BY created_at, id
      """, [.id(child), .instant(now)], ShareRow.decode)
  }

  /// A share that can be accepted, or that this user has accepted before.
  ///
  /// - Parameter code: the code's hash.
  public func share(code: [UInt8], for user: UserID, now: Instant) throws -> (share: Share, isAccepted: Bool)? {
    try db.first(
      """
      SELECT \(ShareRow.columns) FROM share
      WHERE code = ?1 AND (used_by = ?2 OR (used_by IS NULL AND expires_at > ?3))
      """, [.bytes(code), .id(user), .instant(now)]
    ) { (try ShareRow.decode($0), $0.flag(.isAccepted)) }
  }
}

/// Who asks, and the state of the whole database at that moment: one row, because nearly every call needs all of it.
public struct ServerSession: Hashable, Sendable {
  public var id: SessionID
  public var user: User
  /// When it was last used, as far as that is written down.
  public var usedAt: Instant
  /// The first instant at which the token is worth nothing.
  public var expiresAt: Instant
  /// Minted with the database and by each restore: numbers of changes hold within one epoch.
  public var epoch: Identifier<ServerStore>
  /// Number of the last change of anything; 0 in a new database.
  public var lastSeq: Int64
}

/// A child and what somebody has to do with it.
public struct Membership: Hashable, Sendable {
  public var child: Child
  public var role: Role
  /// Number of the last change of anything that belongs to the child.
  public var changeSeq: Int64
  /// Number of the change by which the child came into sight.
  public var joinedSeq: Int64
}
