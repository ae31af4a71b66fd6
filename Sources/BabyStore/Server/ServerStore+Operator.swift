public import BabyModel
import GRDB

// What whoever runs the server sees and does. Nobody's names but those of accounts, and of what goes with one of them.

/// An account, as it is listed.
public struct ServerAccount: Hashable, Sendable {
  public var user: User
  /// Since when nobody can log in to it.
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

  /// Whether nobody can log in to an account.
  public func isDisabled(_ user: UserID) throws -> Bool {
    try db.first("SELECT 1 FROM user WHERE id = ? AND disabled_at IS NOT NULL", [.id(user)]) { $0.integer() } != nil
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
  /// Lets nobody log in to an account any more, and ends its sessions. Its children and entries stay, for all who share
  /// them.
  public func disable(_ user: UserID) throws {
    try db.run("UPDATE user SET disabled_at = ?1 WHERE id = ?2 AND disabled_at IS NULL", [.instant(now), .id(user)])
    try endSessions(of: user)
    try db.run("DELETE FROM password_code WHERE user_id = ?", [.id(user)])
  }

  public func enable(_ user: UserID) throws {
    try db.run("UPDATE user SET disabled_at = NULL WHERE id = ?", [.id(user)])
  }
}
