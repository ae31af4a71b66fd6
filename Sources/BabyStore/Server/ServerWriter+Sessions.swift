public import BabyModel
import GRDB

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
  /// - Parameter lifetime: how long a session lives that nobody uses.
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
  /// - Returns: how many that nobody had ended or forgotten.
  @discardableResult
  public func endSessions(of user: UserID, but kept: SessionID? = nil) throws -> Int {
    try db.run("DELETE FROM session WHERE user_id = ? AND expires_at <= ?", [.id(user), .instant(now)])
    try db.run("DELETE FROM session WHERE user_id = ? AND id IS NOT ?", [.id(user), .id(kept)])
    return db.changesCount
  }

  /// Sets another password and ends all sessions of the user, but one. No machine is known of the user any more, and no
  /// code sets the password anew.
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

  /// How long a code lets somebody set a password anew.
  public static let passwordCodeLifetime: Duration = .hours(1)

  /// Lets whoever has the code set a user's password anew, in place of an earlier code.
  ///
  /// - Parameter code: its hash.
  public func setPasswordCode(_ code: [UInt8], of user: UserID) throws {
    try db.run(
      "INSERT OR REPLACE INTO password_code (user_id, code, expires_at) VALUES (?, ?, ?)",
      [.id(user), .bytes(code), .instant(now + Self.passwordCodeLifetime)])
  }
}
