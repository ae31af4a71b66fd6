public import BabyModel

/// How the family server is reached, and what waits to be sent to it.
///
/// `lastSyncedAt`, `nextPollAt` and `skewSeconds` go on with each poll. While nothing else changes they are no event:
/// a subscriber learns them with the next one.
public struct ConnectionRecord: Hashable, WireObject {
  public static var schemaName: String? { "Connection" }

  public var state: State
  /// Whether other caregivers' changes may be missing: two polls have failed in a row, or the session is over.
  public var isStale: Bool
  /// What to show above what may not be right any more; nil while it is.
  public var text: String?
  /// Why the server is not reached.
  public var reason: String?
  /// When the server last answered.
  public var lastSyncedAt: Instant?
  /// RFC 3339 with the offset of the child's zone.
  public var lastSyncedLocal: String?
  public var nextPollAt: Instant?
  /// By how many seconds the server's clock is ahead of this machine's; negative where it is behind.
  public var skewSeconds: Int?
  /// Entries and children that are sent by themselves.
  public var unsent: Int
  /// Entries and children that wait for a person.
  public var failed: Int

  public enum State: String, WireWord {
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

  public init(reading members: inout ObjectReader) throws(WireError) {
    state = try members.required("state", "local: there is no server.")
    isStale = try members.flag("stale", "True when other caregivers' changes may be missing.")
    text = try members.optional("text", "What to show while the data is stale.")
    reason = try members.optional("reason", "Why the server cannot be reached.")
    lastSyncedAt = try members.optional("lastSyncedAt", "When the server last answered.")
    lastSyncedLocal = try members.optional("lastSyncedLocal", "The same time with the offset of the child's time zone.")
    nextPollAt = try members.optional("nextPollAt", "When the server will be asked next.")
    skewSeconds = try members.optional("skewSeconds", "How far the server's clock is ahead of this machine's.")
    unsent = try members.required("unsent", "How many entries and children are waiting to be sent.")
    failed = try members.required(
      "failed", "How many entries and children failed and are waiting for somebody to retry or discard them.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("state", state)
    members.flag("stale", isStale)
    members.field("text", text)
    members.field("reason", reason)
    members.field("lastSyncedAt", lastSyncedAt)
    members.field("lastSyncedLocal", lastSyncedLocal)
    members.field("nextPollAt", nextPollAt)
    members.field("skewSeconds", skewSeconds)
    members.field("unsent", unsent)
    members.field("failed", failed)
  }
}
