public import BabyModel

/// Facts for repairing the daemon, without secrets or anything about a child: counts, times, names of methods and
/// errors.
public enum DaemonDiagnostics: RPCMethod {
  public static let name = "daemon.diagnostics"
  public static let summary = "Returns what a bug report needs: versions, configuration, counts, times, last errors."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// Version of the daemon.
    public var version: String
    /// The daemon's clock.
    public var at: Instant
    /// When the daemon started.
    public var startedAt: Instant
    /// Version of SQLite.
    public var sqlite: String
    /// Size of the database in bytes, with its log.
    public var databaseSize: Int
    /// Whether the database replaces a damaged one.
    public var isSetAside: Bool
    /// The values in effect; home directories are written as ~.
    public var configuration: [ConfigurationValue]
    /// Entries that are not deleted, by kind.
    public var counts: [KindCount]
    /// How many changes are waiting to be sent to the family server.
    public var unsent: Int
    /// How many changes failed and need a retry or a discard.
    public var unsentFailed: Int
    /// Connected clients, including the caller.
    public var connections: Int
    /// Subscriptions of all clients.
    public var subscriptions: Int
    /// Clients that were turned away.
    public var refusedConnections: Int
    /// Clients that were disconnected because they did not read.
    public var stalledConnections: Int
    /// How often each method was called, and how long it took.
    public var methods: [MethodTimes]
    /// The last errors returned to callers, oldest first.
    public var lastErrors: [PastError]
  }

  @WireMembers
  public struct ConfigurationValue: WireObject {
    /// Name of the key.
    public var key: String
    /// The value in effect.
    public var value: String
  }

  @WireMembers
  public struct KindCount: WireObject {
    /// Kind of the entries.
    public var kind: EntryKind
    /// How many there are.
    public var count: Int
  }

  @WireMembers
  public struct MethodTimes: WireObject {
    /// Name of the method.
    public var method: String
    /// Calls since the daemon started.
    public var calls: Int
    /// How many of those calls returned an error.
    public var failed: Int
    /// Half of the calls took no longer; accurate to within a fifth.
    @Wire("p50Microseconds") public var p50: Int
    /// 99 of 100 calls took no longer; accurate to within a fifth.
    @Wire("p99Microseconds") public var p99: Int
    /// How long the longest call took.
    @Wire("longestMicroseconds") public var longest: Int
  }

  @WireMembers
  public struct PastError: WireObject {
    /// When the error was returned.
    public var at: Instant
    /// Name of the method.
    public var method: String
    /// Name of the error.
    public var error: String
  }
}
