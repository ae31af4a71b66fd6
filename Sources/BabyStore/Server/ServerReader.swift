public import BabyModel
import GRDB

/// One state of the server's database, whatever is written meanwhile.
///
/// Valid inside the body it was given to. It does not check permissions: the caller does that with `membership`.
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

  /// The accounts that have logged in with a machine before.
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

  /// The children that an account can see, in the order in which they were added.
  ///
  /// - Parameter includingRemoved: whether children that were removed are wanted too.
  public func memberships(of user: UserID, includingRemoved: Bool = false) throws -> [Membership] {
    try db.all(
      Self.membershipSQL + " ORDER BY child.created_at, child.id",
      [.id(user), .integer(includingRemoved ? 1 : 0)], MembershipRow.decode)
  }

  /// The number of children that an account can see, including removed ones.
  public func childCount(of user: UserID) throws -> Int {
    try db.first("SELECT count(*) FROM membership WHERE user_id = ?", [.id(user)]) { Int($0.integer()) } ?? 0
  }

  /// A child as the account sees it; nil without permission.
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

/// The caller's session, and the state of the whole database at that moment: one row, because nearly every call needs
/// all of it.
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

/// A child and the account's relation to it.
public struct Membership: Hashable, Sendable {
  public var child: Child
  public var role: Role
  /// Number of the last change of anything that belongs to the child.
  public var changeSeq: Int64
  /// The number of the change that made the child visible.
  var joinedSeq: Int64
}

// A family server's reads of its own tables.

enum UserRow: Int32, Columns {
  case id, email, name, createdAt

  static let columns = ColumnList<Self>()
  /// Beside other tables' columns of the same names.
  static let list = columns.of("user")
  /// When a session of the user's was last used, to about an hour; NULL without a session.
  static let lastUse = "(SELECT max(used_at) FROM session WHERE session.user_id = user.id)"

  static func decode(_ row: ResultRow<Self>) throws -> User {
    User(id: try row.id(.id), email: row.text(.email), name: row.text(.name), createdAt: row.instant(.createdAt))
  }
}

/// Of a user, behind `UserRow`.
private enum PasswordRow: Int32, Columns {
  case password
  static let columns = ColumnList<Self>()
}

/// Of a session and of the whole database, behind `UserRow`.
private enum SessionRow: Int32, Columns {
  case sessionID, usedAt, expiresAt, epoch, seq
  static let columns = ColumnList<Self>(computing: [.sessionID: "session.id"])
}

/// The columns of a member, after `UserRow`.
enum MemberRow: Int32, Columns {
  case role, since, lastSeenAt
  static let columns = ColumnList<Self>(computing: [.lastSeenAt: UserRow.lastUse])
}

/// The columns of a membership, after `ChildRow`.
private enum MembershipRow: Int32, Columns {
  case role, changeSeq, joinedSeq

  static let columns = ColumnList<Self>(computing: [
    .role: "membership.role", .changeSeq: "child.seq", .joinedSeq: "membership.seq",
  ])

  static func decode(_ row: ResultRow<ChildRow>) throws -> Membership {
    let membership = row.following(Self.self)
    return Membership(
      child: try ChildRow.decode(row), role: try membership.word(.role), changeSeq: membership.integer(.changeSeq),
      joinedSeq: membership.integer(.joinedSeq))
  }
}

enum ShareRow: Int32, Columns {
  case id, childID, role, createdAt, expiresAt, isAccepted

  static let columns = ColumnList<Self>(computing: [.isAccepted: "used_by IS NOT NULL"])

  static func decode(_ row: ResultRow<Self>) throws -> Share {
    Share(
      id: try row.id(.id), childID: try row.id(.childID), role: try row.word(.role),
      createdAt: row.instant(.createdAt), expiresAt: row.instant(.expiresAt))
  }
}

/// The parts of a stored answer.
enum HTTPAnswerRow: Int32, Columns {
  case fingerprint, status, tag, body

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) -> StoredHTTPAnswer {
    StoredHTTPAnswer(
      fingerprint: row.bytes(.fingerprint), status: Int(row.integer(.status)), tag: row.optionalText(.tag),
      body: row.bytes(.body))
  }
}
