public import BabyModel

/// How the daemon itself is doing. Never touches a network, and answers also when the database does not.
public enum DaemonStatus: RPCMethod {
  public static let name = "daemon.status"
  public static let summary = "Returns the daemon's state: version, files, counts."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// Version of the daemon.
    public var version: String
    /// Process id of the daemon.
    public var pid: Int
    /// When the daemon started.
    public var startedAt: Instant
    /// The socket's path.
    public var socket: String
    /// Path of the database.
    public var database: String
    /// Why the database cannot be read; counts are 0 then.
    public var trouble: String?
    /// Where the damaged database is that this one replaces, until that is settled.
    public var setAside: String?
    /// Name of the newest usable backup, if the database is or was damaged.
    public var backup: String?
    /// UUID of the database.
    public var instance: String
    /// Number of the database's last change.
    public var seq: Int
    /// Children that have not been removed.
    public var children: Int
    /// Entries that have not been deleted.
    public var entries: Int
    /// Connected clients, including the caller.
    public var connections: Int
    /// Subscriptions of all clients.
    public var subscriptions: Int
    /// Calls since the daemon started.
    public var calls: Int
    /// How many of those calls returned an error.
    public var failedCalls: Int
  }
}
