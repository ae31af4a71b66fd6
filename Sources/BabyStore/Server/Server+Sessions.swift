public import BabyModel
import GRDB

/// A session as it is listed.
private enum AccountSessionRow: Int32, Columns {
  case id, name, createdAt, usedAt, network, expiresAt

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) throws -> AccountSession {
    let name = row.text(.name)
    return AccountSession(
      id: try row.id(.id), name: name.isEmpty ? nil : name, createdAt: row.instant(.createdAt),
      usedAt: row.instant(.usedAt), network: row.optionalText(.network), expiresAt: row.instant(.expiresAt))
  }
}

extension ServerReader {
  /// How many sessions are listed at most.
  private static let sessionLimit: Int64 = 500

  /// The account's active sessions, the last used one first; at most 500.
  public func sessions(of user: UserID, now: Instant) throws -> [AccountSession] {
    try db.all(
      """
      SELECT \(AccountSessionRow.columns) FROM session WHERE user_id = ? AND expires_at > ?
      ORDER BY used_at DESC, created_at DESC, id LIMIT ?
      """, [.id(user), .instant(now), .integer(Self.sessionLimit)], AccountSessionRow.decode)
  }

  /// A session of the account, expired or not; nil if it belongs to another.
  public func session(_ id: SessionID, of user: UserID) throws -> AccountSession? {
    try db.first(
      "SELECT \(AccountSessionRow.columns) FROM session WHERE id = ? AND user_id = ?", [.id(id), .id(user)],
      AccountSessionRow.decode)
  }

  /// The account of a password code; nil if it is used, expired or unknown.
  ///
  /// - Parameter code: the code's hash.
  public func user(ofPasswordCode code: [UInt8], now: Instant) throws -> User? {
    try db.first(
      """
      SELECT \(UserRow.list) FROM password_code JOIN user ON user.id = user_id
      WHERE code = ? AND expires_at > ? AND disabled_at IS NULL
      """, [.bytes(code), .instant(now)], UserRow.decode)
  }
}

/// When a session was used, and from where.
public struct SessionUse: Hashable, Sendable {
  public var at: Instant
  /// See `AccountSession.network`.
  public var network: String?

  public init(at: Instant, network: String?) {
    self.at = at
    self.network = network
  }
}

extension ServerWriter {
  /// Begins a session. Where there are too many of the user's, the ones that were used longest ago end.
  ///
  /// - Parameters:
  ///   - token: the token's hash.
  ///   - most: sessions that a user has, at least 1.
  public func begin(_ session: AccountSession, token: [UInt8], of user: UserID, most: Int) throws {
    try db.run(
      """
      INSERT INTO session (token, id, user_id, name, created_at, used_at, network, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .bytes(token), .id(session.id), .id(user), .text(session.name ?? ""), .instant(session.createdAt),
        .instant(session.usedAt), .optional(session.network), .instant(session.expiresAt),
      ])
    try db.run(
      """
      DELETE FROM session WHERE id IN (
        SELECT id FROM session WHERE user_id = ?1 ORDER BY id = ?2 DESC, used_at DESC, created_at DESC, id
        LIMIT -1 OFFSET ?3)
      """, [.id(user), .id(session.id), .integer(Int64(most))])
  }

  /// Notes when sessions were used, which live on from then. One that was ended meanwhile stays so.
  ///
  /// - Parameter lifetime: when an unused session expires.
  public func note(_ uses: [SessionID: SessionUse], lifetime: Duration) throws {
    for (session, use) in uses {
      try db.run(
        "UPDATE session SET used_at = ?1, network = ?2, expires_at = ?3 WHERE id = ?4 AND used_at < ?1",
        [.instant(use.at), .optional(use.network), .instant(use.at + lifetime), .id(session)])
    }
  }

  /// - Returns: whether it is a session of the user's.
  public func rename(_ session: SessionID, to name: String, of user: UserID) throws -> Bool {
    try db.run(
      "UPDATE session SET name = ? WHERE id = ? AND user_id = ? AND expires_at > ?",
      [.text(name), .id(session), .id(user), .instant(now)])
    return db.changesCount > 0
  }

  /// - Returns: whether it was a session of the user's.
  public func end(_ session: SessionID, of user: UserID) throws -> Bool {
    try db.run(
      "DELETE FROM session WHERE id = ? AND user_id = ? AND expires_at > ?", [.id(session), .id(user), .instant(now)])
    return db.changesCount > 0
  }

  /// Ends all sessions of a user, but one.
  ///
  /// - Returns: how many were still active.
  @discardableResult
  public func endSessions(of user: UserID, but kept: SessionID? = nil) throws -> Int {
    try db.run("DELETE FROM session WHERE user_id = ? AND expires_at <= ?", [.id(user), .instant(now)])
    try db.run("DELETE FROM session WHERE user_id = ? AND id IS NOT ?", [.id(user), .id(kept)])
    return db.changesCount
  }

  /// Sets another password and ends all sessions of the user, but one. All known machines and password codes are
  /// forgotten.
  ///
  /// - Parameter password: its hash.
  public func setPassword(_ password: String, of user: UserID, keeping kept: SessionID? = nil) throws {
    try db.run("UPDATE user SET password = ? WHERE id = ?", [.text(password), .id(user)])
    try endSessions(of: user, but: kept)
    for table in ["device", "password_code"] { try db.run("DELETE FROM \(table) WHERE user_id = ?", [.id(user)]) }
  }

  /// Replaces a user's name and e-mail address, which is news for the user's machines.
  ///
  /// - Returns: whether it was done; false when the address is another's.
  public func update(_ user: User) throws -> Bool {
    if let known = try read.account(email: user.email), known.user.id != user.id { return false }
    try db.run(
      "UPDATE user SET name = ?, email = ?, changed_seq = ? WHERE id = ?",
      [.text(user.name), .text(user.email), .integer(nextSeq()), .id(user.id)])
    return true
  }

  /// How long a password code is valid.
  private static let passwordCodeLifetime: Duration = .hours(1)

  /// Stores a password reset code for a user, replacing an earlier one.
  ///
  /// - Parameter code: its hash.
  public func setPasswordCode(_ code: [UInt8], of user: UserID) throws {
    try db.run(
      "INSERT OR REPLACE INTO password_code (user_id, code, expires_at) VALUES (?, ?, ?)",
      [.id(user), .bytes(code), .instant(now + Self.passwordCodeLifetime)])
  }
}
