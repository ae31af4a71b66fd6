public import BabyModel

/// An optional first call.
public enum Hello: RPCMethod {
  public static let name = "hello"
  public static let summary = "Names the client, and returns the daemon's version, database and capabilities."
  public static let access = MethodAccess.everybody

  /// The versions of the protocol that this code speaks.
  public static let protocolVersions = 1...1

  @WireMembers
  public struct Params: WireObject {
    /// Name of the calling program, at most 60 characters.
    public var client: String?
    /// Lowest and highest protocol version that the caller speaks.
    @Wire("protocol") public var protocolVersions: [Int]?

    public func checkMembers() throws(WireError) {
      if let client, !(1...60).contains(client.unicodeScalars.count) {
        throw WireError(path: "client", message: "must have 1 to 60 characters")
      }
      if let versions = protocolVersions, versions.count != 2 || versions[0] > versions[1] {
        throw WireError(path: "protocol", message: "must be the lowest and the highest version, such as [1, 1]")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// Name of the daemon.
    public var server: String
    /// Version of the daemon.
    public var version: String
    /// Version of the protocol used from now on.
    @Wire("protocol") public var protocolVersion: Int
    /// UUID of the database; if it differs from before, forget everything you know.
    public var instance: String
    /// Number of the database's last change.
    public var seq: Int
    /// The daemon's features beyond version 1 of the protocol.
    public var capabilities: [String]
  }
}

/// Never touches a network, and answers also when the database does not.
public enum DaemonStatus: RPCMethod {
  public static let name = "daemon.status"
  public static let summary = "Returns the daemon's state: version, files, counts."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// Version of the daemon.
    public var version: String
    /// The commit that the daemon was built from, and its date; "development build" if it was not installed.
    public var build: String?
    /// Version that ran here before this one; left out if there was none.
    public var upgradedFrom: String?
    /// When this version first ran, if there was one before.
    public var upgradedAt: Instant?
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

/// No secrets, and nothing about a child: counts, times, names of methods and errors.
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

/// It overtakes the calls that wait before it.
public enum Cancel: RPCMethod {
  public static let name = "cancel"
  public static let summary = "Cancels a call on the same connection that has not been answered yet."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// The id of the call, as it was sent.
    ///
    /// A string or a whole number.
    public var id: JSON
  }

  @WireMembers
  public struct Answer: WireObject {
    /// False when no such call was waiting or running.
    public var isCancelled: Bool
  }
}
