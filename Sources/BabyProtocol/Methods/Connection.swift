public import BabyModel

public enum DashboardRefresh: RPCMethod {
  public static let name = "dashboard.refresh"
  public static let summary = "Sends what is waiting and asks the family server for changes now."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofServer

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// How many new or changed entries came from the server.
    public var changes: Int
    /// The state of the connection, after asking the server.
    public var connection: ConnectionRecord
  }
}

/// How the family server is reached, and what waits to be sent to it.
///
/// `lastSyncedAt`, `nextPollAt` and `skewSeconds` change with each poll. They cause no event by themselves: subscribers
/// get them with the next one.
@WireMembers("Connection")
public struct ConnectionRecord: Hashable, WireObject {
  /// local: there is no server.
  public var state: State
  /// True when other caregivers' changes may be missing.
  ///
  /// Two polls have failed in a row, or the session is over.
  public var isStale: Bool = false
  /// The text to show while the data is stale.
  public var text: String?
  /// Why the server cannot be reached.
  public var reason: String?
  /// When the server last answered.
  public var lastSyncedAt: Instant?
  /// The same time with the offset of the child's time zone.
  public var lastSyncedLocal: String?
  /// The time of the next poll.
  public var nextPollAt: Instant?
  /// How far the server's clock is ahead of this machine's.
  ///
  /// In seconds; negative where it is behind.
  public var skewSeconds: Int?
  /// How many entries and children are waiting to be sent.
  public var unsent: Int
  /// How many entries and children failed and need a retry or a discard.
  public var failed: Int

  public enum State: String, WireEnum {
    /// There is no server to be reached.
    case local
    /// The server has not answered yet.
    case connecting
    case online
    case offline
    /// The session is over.
    case unauthenticated
  }

  public init(
    state: State, isStale: Bool = false, reason: String? = nil, lastSyncedAt: Instant? = nil,
    lastSyncedLocal: String? = nil, nextPollAt: Instant? = nil, skewSeconds: Int? = nil, unsent: Int = 0,
    failed: Int = 0
  ) {
    self.state = state
    self.isStale = isStale
    text = isStale ? (state == .unauthenticated ? Words.loggedOutWithData : Words.offlineWithData) : nil
    self.reason = reason
    self.lastSyncedAt = lastSyncedAt
    self.lastSyncedLocal = lastSyncedLocal
    self.nextPollAt = nextPollAt
    self.skewSeconds = skewSeconds
    self.unsent = unsent
    self.failed = failed
  }
}
