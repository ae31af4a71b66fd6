public import BabyModel
import GRDB

/// Lets somebody register, once.
public struct Invitation: Hashable, Sendable {
  public static let lifetime: Duration = .hours(7 * 24)

  /// Whose e-mail address has to be given, normalized; nil for anybody's.
  public var email: String?
  /// Whether it is for the server's first account alone.
  public var isFirst: Bool
  public var expiresAt: Instant

  public init(email: String?, isFirst: Bool, createdAt: Instant) {
    self.email = email
    self.isFirst = isFirst
    expiresAt = createdAt + Self.lifetime
  }
}

/// The columns of an invitation, but for its code.
private enum InvitationRow: Int32, Columns {
  case email, isFirst, expiresAt

  static let columns = ColumnList<Self>()
}

extension ServerReader {
  /// Whether anybody has an account.
  public func hasUsers() throws -> Bool { try db.first("SELECT 1 FROM user LIMIT 1") { $0.integer() } != nil }

  /// The invitation that a code is for; nil when it was used, has expired, or is not for this address.
  ///
  /// - Parameters:
  ///   - code: its hash.
  ///   - email: of who comes with it, normalized.
  public func invitation(code: [UInt8], email: String, now: Instant) throws -> Invitation? {
    let found = try db.first(
      "SELECT \(InvitationRow.columns) FROM invitation WHERE code = ? AND expires_at > ?",
      [.bytes(code), .instant(now)]
    ) { (row: ResultRow<InvitationRow>) in
      var invitation = Invitation(email: row.optionalText(.email), isFirst: row.flag(.isFirst), createdAt: now)
      invitation.expiresAt = row.instant(.expiresAt)
      return invitation
    }
    guard let found, found.email == nil || found.email == email, try !found.isFirst || !hasUsers() else { return nil }
    return found
  }

  /// A share that nobody has accepted, of a child that is there.
  ///
  /// - Parameter code: its hash.
  public func openShare(code: [UInt8], now: Instant) throws -> Share? {
    try db.first(
      """
      SELECT \(ShareRow.columns) FROM share
      WHERE code = ? AND used_by IS NULL AND expires_at > ?
        AND (SELECT removed_at FROM child WHERE child.id = share.child_id) IS NULL
      """, [.bytes(code), .instant(now)], ShareRow.decode)
  }
}

extension ServerWriter {
  /// Invites somebody. There is one code at a time for the first account.
  ///
  /// - Parameter code: its hash.
  public func insert(_ invitation: Invitation, code: [UInt8]) throws {
    if invitation.isFirst { try db.run("DELETE FROM invitation WHERE is_first") }
    try db.run(
      "INSERT INTO invitation (code, email, is_first, expires_at) VALUES (?, ?, ?, ?)",
      [
        .bytes(code), .optional(invitation.email), .integer(invitation.isFirst ? 1 : 0), .instant(invitation.expiresAt),
      ])
  }

  /// Uses an invitation up.
  ///
  /// - Parameter code: its hash.
  public func useInvitation(code: [UInt8]) throws {
    try db.run("DELETE FROM invitation WHERE code = ?", [.bytes(code)])
  }
}
