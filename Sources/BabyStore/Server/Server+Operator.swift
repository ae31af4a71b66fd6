public import BabyModel
import GRDB

// The administrator's view and actions. The only names are those of accounts, and of what belongs to one of them.

/// An account, as it is listed.
public struct ServerAccount: Hashable, Sendable {
  public var user: User
  /// When it was disabled.
  public var disabledAt: Instant?
  /// When a session of it was last used, to about an hour; nil without a session.
  public var usedAt: Instant?
}

/// How much there is of everything.
public struct ServerTotals: Hashable, Sendable {
  public var accounts: Int
  /// Of the accounts.
  public var disabled: Int
  /// Without removed ones.
  public var children: Int
  /// That have not ended.
  public var sessions: Int
  /// Of the sessions: used within a day.
  public var sessionsInUse: Int
  /// Of the database, in bytes.
  public var bytes: Int
}

/// Of an account, behind `UserRow`.
private enum AccountRow: Int32, Columns {
  case disabledAt, usedAt

  static let columns = ColumnList<Self>(computing: [.usedAt: UserRow.lastUse])
}

private enum TotalsRow: Int32, Columns {
  case accounts, disabled, children, sessions, sessionsInUse, bytes

  static let columns = ColumnList<Self>(computing: [
    .accounts: "(SELECT count(*) FROM user)",
    .disabled: "(SELECT count(*) FROM user WHERE disabled_at IS NOT NULL)",
    .children: "(SELECT count(*) FROM child WHERE removed_at IS NULL)",
    .sessions: "(SELECT count(*) FROM session WHERE expires_at > ?1)",
    .sessionsInUse: "(SELECT count(*) FROM session WHERE expires_at > ?1 AND used_at > ?2)",
    .bytes: "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
  ])
}

extension ServerReader {
  /// All accounts, in the order in which they registered.
  public func accounts() throws -> [ServerAccount] {
    try db.all("SELECT \(UserRow.list), \(AccountRow.columns) FROM user ORDER BY created_at, id", []) {
      (row: ResultRow<UserRow>) in
      let account = row.following(AccountRow.self)
      return ServerAccount(
        user: try UserRow.decode(row), disabledAt: account.optionalInstant(.disabledAt),
        usedAt: account.optionalInstant(.usedAt))
    }
  }

  /// Whether an account is disabled.
  public func isDisabled(_ user: UserID) throws -> Bool {
    try db.exists("SELECT 1 FROM user WHERE id = ? AND disabled_at IS NOT NULL", [.id(user)])
  }

  public func totals(now: Instant) throws -> ServerTotals {
    let totals = try db.first(
      "SELECT \(TotalsRow.columns)", [.instant(now), .instant(now - .hours(24))]
    ) { (row: ResultRow<TotalsRow>) in
      ServerTotals(
        accounts: Int(row.integer(.accounts)), disabled: Int(row.integer(.disabled)),
        children: Int(row.integer(.children)), sessions: Int(row.integer(.sessions)),
        sessionsInUse: Int(row.integer(.sessionsInUse)), bytes: Int(row.integer(.bytes)))
    }
    guard let totals else { throw Damage() }
    return totals
  }
}

extension ServerWriter {
  /// Disables an account, and ends its sessions. Its children and entries stay, for all who share them.
  public func disable(_ user: UserID) throws {
    try db.run("UPDATE user SET disabled_at = ?1 WHERE id = ?2 AND disabled_at IS NULL", [.instant(now), .id(user)])
    try endSessions(of: user)
    try db.run("DELETE FROM password_code WHERE user_id = ?", [.id(user)])
  }

  public func enable(_ user: UserID) throws {
    try db.run("UPDATE user SET disabled_at = NULL WHERE id = ?", [.id(user)])
  }
}

/// Allows one registration.
public struct Invitation: Hashable, Sendable {
  public static let lifetime: Duration = .hours(7 * 24)

  /// The required e-mail address, normalized; nil for any.
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
  /// Whether there are any accounts.
  public func hasUsers() throws -> Bool { try db.exists("SELECT 1 FROM user LIMIT 1") }

  /// The invitation that a code is for; nil when it was used, has expired, or is not for this address.
  ///
  /// - Parameters:
  ///   - code: its hash.
  ///   - email: of the person who registers, normalized.
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

  /// An unused share of an existing child.
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
  /// Adds an invitation. There is one code at a time for the first account.
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
