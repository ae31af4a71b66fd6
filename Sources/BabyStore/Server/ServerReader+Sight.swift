public import BabyModel
import GRDB

/// What somebody may see, as it stands: the children, and what they have set.
public struct Sight: Hashable, Sendable {
  /// Of the database.
  public let epoch: Identifier<ServerStore>
  public let memberships: [Membership]
  /// Number of the last change of anything that they have set.
  public let settingSeq: Int64
}

extension ServerReader {
  public func sight(of user: UserID) throws -> Sight {
    guard let epoch: Identifier<ServerStore> = try db.first("SELECT epoch FROM server", [], { try $0.id() }) else {
      throw Damage()
    }
    return try sight(of: user, memberships(of: user), epoch: epoch)
  }

  /// - Parameter memberships: all of the user's.
  public func sight(
    of user: UserID, _ memberships: [Membership], epoch: Identifier<ServerStore>
  ) throws -> Sight {
    Sight(epoch: epoch, memberships: memberships, settingSeq: try settingSeq(of: user))
  }

  /// When each of somebody's sessions that have not ended will expire, by the hash of its token.
  public func sessionEnds(of user: UserID, now: Instant) throws -> [[UInt8]: Instant] {
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
