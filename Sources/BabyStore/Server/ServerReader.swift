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
  public func lastSeq() throws -> Int64 { try db.first("SELECT seq FROM server") { $0.integer(0) } ?? 0 }

  /// The history that a change belongs to, which no other change of this number has, not even in another copy of the
  /// file; nil for 0, and for changes of before there were histories.
  public func history(of seq: Int64) throws -> String? {
    try db.first("SELECT id FROM history WHERE after_seq < ? ORDER BY after_seq DESC LIMIT 1", [.integer(seq)]) {
      $0.text(0)
    }
  }

  // MARK: Accounts

  static let userColumns = "user.id, user.email, user.name, user.created_at"

  static func decodeUser(_ row: ResultRow) throws -> User {
    User(id: try row.id(0), email: row.text(1), name: row.text(2), createdAt: row.instant(3))
  }

  /// - Parameter email: normalized.
  /// - Returns: the user, and the password's hash as it was kept.
  public func account(email: String) throws -> (user: User, password: String)? {
    try db.first("SELECT \(Self.userColumns), password FROM user WHERE email = ?", [.text(email)]) {
      (try Self.decodeUser($0), $0.text(4))
    }
  }

  /// In the order in which they registered.
  public func users() throws -> [User] {
    try db.all("SELECT \(Self.userColumns) FROM user ORDER BY created_at, id", [], Self.decodeUser)
  }

  /// The session that a token belongs to; nil when it has expired, was revoked, or never was.
  ///
  /// - Parameter token: the token's hash.
  public func session(token: [UInt8], now: Instant) throws -> ServerSession? {
    try db.first(
      """
      SELECT \(Self.userColumns), expires_at, epoch, seq FROM session JOIN user ON user.id = user_id JOIN server
      WHERE token = ? AND expires_at > ?
      """, [.bytes(token), .instant(now)]
    ) {
      ServerSession(
        user: try Self.decodeUser($0), expiresAt: $0.instant(4), epoch: try $0.id(5), lastSeq: $0.integer(6))
    }
  }

  /// Who has logged in with a machine before.
  ///
  /// - Parameter device: the hash of the machine's secret.
  public func users(of device: [UInt8], now: Instant) throws -> [UserID] {
    try db.all(
      "SELECT user_id FROM device WHERE device = ? AND at > ?",
      [.bytes(device), .instant(now - ServerWriter.deviceLifetime)]
    ) { try $0.id(0) }
  }

  /// What somebody has set, by name.
  public func settings(of user: UserID) throws -> [String: String] {
    let rows = try db.all("SELECT key, value FROM setting WHERE user_id = ?", [.id(user)]) { ($0.text(0), $0.text(1)) }
    return Dictionary(rows) { _, last in last }
  }

  // MARK: Children

  private static let membershipSQL = """
    SELECT \(ChildRow.columns.split(separator: ", ").map { "child.\($0)" }.joined(separator: ", ")),
      membership.role, child.seq, membership.seq
    FROM membership JOIN child ON child.id = membership.child_id
    WHERE membership.user_id = ? AND (child.removed_at IS NULL OR ?)
    """

  private static func decodeMembership(_ row: ResultRow) throws -> Membership {
    Membership(
      child: try ChildRow.decode(row), role: try row.word(9), changeSeq: row.integer(10), joinedSeq: row.integer(11))
  }

  /// The children that somebody may see, in the order in which they were added.
  public func memberships(of user: UserID) throws -> [Membership] {
    try db.all(
      Self.membershipSQL + " ORDER BY child.created_at, child.id", [.id(user), .integer(0)], Self.decodeMembership)
  }

  /// How many children somebody may see, with those that were removed.
  public func childCount(of user: UserID) throws -> Int {
    try db.first("SELECT count(*) FROM membership WHERE user_id = ?", [.id(user)]) { Int($0.integer(0)) } ?? 0
  }

  /// A child as somebody may see it; nil when they may not.
  ///
  /// - Parameter includingRemoved: whether a child that was removed is wanted too.
  public func membership(
    of user: UserID, in child: ChildID, includingRemoved: Bool = false
  ) throws -> Membership? {
    try db.first(
      Self.membershipSQL + " AND child.id = ?", [.id(user), .integer(includingRemoved ? 1 : 0), .id(child)],
      Self.decodeMembership)
  }

  /// Who shares a child: the owner first, then in the order in which they came.
  public func members(of child: ChildID) throws -> [Member] {
    try db.all(
      """
      SELECT \(Self.userColumns), role, since FROM membership JOIN user ON user.id = user_id
      WHERE child_id = ? ORDER BY role <> 'owner', since, user.id
      """, [.id(child)]
    ) { Member(user: try Self.decodeUser($0), role: try $0.word(4), since: $0.instant(5)) }
  }

  // MARK: Shares

  /// Shares that can still be accepted, in the order in which they were made.
  public func shares(of child: ChildID, now: Instant) throws -> [Share] {
    try db.all(
      """
      SELECT id, child_id, role, created_at, expires_at FROM share
      WHERE child_id = ? AND used_by IS NULL AND expires_at > ? ORDER BY created_at, id
      """, [.id(child), .instant(now)], Self.decodeShare)
  }

  /// A share that can be accepted, or that this user has accepted before.
  ///
  /// - Parameter code: the code's hash.
  public func share(code: [UInt8], for user: UserID, now: Instant) throws -> (share: Share, isAccepted: Bool)? {
    try db.first(
      """
      SELECT id, child_id, role, created_at, expires_at, used_by IS NOT NULL FROM share
      WHERE code = ?1 AND (used_by = ?2 OR (used_by IS NULL AND expires_at > ?3))
      """, [.bytes(code), .id(user), .instant(now)]
    ) { (try Self.decodeShare($0), $0.integer(5) != 0) }
  }

  private static func decodeShare(_ row: ResultRow) throws -> Share {
    Share(
      id: try row.id(0), childID: try row.id(1), role: try row.word(2), createdAt: row.instant(3),
      expiresAt: row.instant(4))
  }
}

/// Who asks, and the state of the whole database at that moment: one row, because nearly every call needs all of it.
public struct ServerSession: Hashable, Sendable {
  public var user: User
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
