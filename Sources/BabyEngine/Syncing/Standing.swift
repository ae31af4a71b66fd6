package import BabyModel
package import BabyProtocol
import BabyStore

/// Account and connection, without counts from the database.
package struct Standing: Hashable, Sendable {
  package var account: AccountRecord
  package var state: ConnectionRecord.State
  package var isStale = false
  package var reason: String?
  package var lastSyncedAt: Instant?
  package var nextPollAt: Instant?
  /// By how many seconds the server's clock is ahead.
  package var skewSeconds: Int?

  package init(
    account: AccountRecord, state: ConnectionRecord.State, isStale: Bool = false, reason: String? = nil
  ) {
    (self.account, self.state, self.isStale, self.reason) = (account, state, isStale, reason)
  }

  package static let alone = Standing(account: AccountRecord(state: .onboarding), state: .local)

  /// Takes over the state without polling. The time of the last poll stays.
  package mutating func take(_ unasked: Standing) {
    (account, state, isStale, reason) = (unasked.account, unasked.state, unasked.isStale, unasked.reason)
    nextPollAt = nil
  }

  /// Times change with every poll, and are not a change by themselves.
  package var withoutTimes: Standing {
    var standing = self
    (standing.lastSyncedAt, standing.nextPollAt, standing.skewSeconds) = (nil, nil, nil)
    return standing
  }
}

extension LogbookReader {
  /// The connection as clients see it, with what is counted in the database and the time of the caller's current child.
  package func connection(_ standing: Standing) throws -> ConnectionRecord {
    let child = try childIfThere(nil)
    return standing.connection(try transaction.queueCounts(), zone: try child.map { try zone($0.zone) })
  }
}

extension Standing {
  /// Adds counts from the database.
  ///
  /// - Parameter zone: of the child whose clocks are shown; nil without one.
  package func connection(_ counts: QueueCounts, zone: ZoneRules?) -> ConnectionRecord {
    ConnectionRecord(
      state: state, isStale: isStale, reason: reason, lastSyncedAt: lastSyncedAt,
      lastSyncedLocal: zone.flatMap { zone in lastSyncedAt.map { $0.text(in: zone) } }, nextPollAt: nextPollAt,
      skewSeconds: skewSeconds, unsent: counts.waiting, failed: counts.failed)
  }
}
