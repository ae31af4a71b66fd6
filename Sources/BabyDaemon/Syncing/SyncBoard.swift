import BabyModel
import BabyProtocol
import Synchronization

/// The state of the connection to the family server, for anybody who asks. The courier keeps it up to date.
final class SyncBoard: Sendable {
  private let standing: Mutex<Standing>
  private let numberOnItsWay = Mutex<Int64?>(nil)
  private let whenChanged: @Sendable () -> Void

  /// - Parameter whenChanged: called when something is so that was not, times aside.
  init(_ standing: Standing, whenChanged: @escaping @Sendable () -> Void) {
    self.standing = Mutex(standing)
    self.whenChanged = whenChanged
  }

  var current: Standing { standing.withLock { $0 } }

  /// Number in the outbox of the change that is being sent at this moment.
  var onItsWay: Int64? {
    get { numberOnItsWay.withLock { $0 } }
    set { numberOnItsWay.withLock { $0 = newValue } }
  }

  func update(_ body: (inout Standing) -> Void) {
    let isNews = standing.withLock { standing in
      let before = standing.withoutTimes
      body(&standing)
      return standing.withoutTimes != before
    }
    if isNews { whenChanged() }
  }
}

/// Account and connection, without what is counted in the database.
struct Standing: Hashable, Sendable {
  var account: AccountRecord
  var state: ConnectionRecord.State
  var isStale = false
  var reason: String?
  var lastSyncedAt: Instant?
  var nextPollAt: Instant?
  /// By how many seconds the server's clock is ahead.
  var skewSeconds: Int?

  static let alone = Standing(account: AccountRecord(state: .onboarding), state: .local)

  /// Becomes the state while the server is not asked. The time of the last answer stays known.
  mutating func take(_ unasked: Standing) {
    (account, state, isStale, reason) = (unasked.account, unasked.state, unasked.isStale, unasked.reason)
    nextPollAt = nil
  }

  /// Times go on with every poll, and are no news.
  var withoutTimes: Standing {
    var standing = self
    (standing.lastSyncedAt, standing.nextPollAt, standing.skewSeconds) = (nil, nil, nil)
    return standing
  }
}
