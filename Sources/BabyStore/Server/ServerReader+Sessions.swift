public import BabyModel
import GRDB

/// A session as it is listed.
enum AccountSessionRow: Int32, Columns {
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

  /// Somebody's sessions that have not ended, the one used last first; at most 500.
  public func sessions(of user: UserID, now: Instant) throws -> [AccountSession] {
    try db.all(
      """
      SELECT \(AccountSessionRow.columns) FROM session WHERE user_id = ? AND expires_at > ?
      ORDER BY used_at DESC, created_at DESC, id LIMIT ?
      """, [.id(user), .instant(now), .integer(Self.sessionLimit)], AccountSessionRow.decode)
  }

  /// A session of somebody's, whether or not it has expired; nil when it is another's.
  public func session(_ id: SessionID, of user: UserID) throws -> AccountSession? {
    try db.first(
      "SELECT \(AccountSessionRow.columns) FROM session WHERE id = ? AND user_id = ?", [.id(id), .id(user)],
      AccountSessionRow.decode)
  }

  /// Whose password a code sets anew; nil when it was used, has expired, or never was.
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
