public import BabyModel
import GRDB

/// The children that somebody may see, as they stand.
public struct Sight: Hashable, Sendable {
  /// Of the database.
  public let epoch: Identifier<ServerStore>
  public let memberships: [Membership]

  public init(_ memberships: [Membership], epoch: Identifier<ServerStore>) {
    self.memberships = memberships
    self.epoch = epoch
  }
}

extension ServerReader {
  public func sight(of user: UserID) throws -> Sight {
    guard let epoch: Identifier<ServerStore> = try db.first("SELECT epoch FROM server", [], { try $0.id() }) else {
      throw Damage()
    }
    return Sight(try memberships(of: user), epoch: epoch)
  }

  /// When each of somebody's sessions that have not ended will expire, by the hash of its token.
  public func sessions(of user: UserID, now: Instant) throws -> [[UInt8]: Instant] {
    let rows = try db.all(
      "SELECT \(OwnSessionRow.columns) FROM session WHERE user_id = ? AND expires_at > ?", [.id(user), .instant(now)]
    ) { (row: ResultRow<OwnSessionRow>) in (row.bytes(.token), row.instant(.expiresAt)) }
    return Dictionary(rows) { first, _ in first }
  }
}

private enum OwnSessionRow: Int32, Columns {
  case token, expiresAt
  static let columns = ColumnList<Self>()
}
