public import BabyModel

/// What somebody who mends the daemon wants to know, without anything about a child or a secret: counts, times, names
/// of methods and errors.
public enum DaemonDiagnostics: RPCMethod {
  public static let name = "daemon.diagnostics"
  public static let summary = "Returns what a bug report needs: versions, configuration, counts, times, last errors."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  public struct Answer: WireObject {
    public var version: String
    public var at: Instant
    public var startedAt: Instant
    public var sqlite: String
    /// In bytes, the log beside it included.
    public var databaseSize: Int
    public var isSetAside: Bool
    public var configuration: [ConfigurationValue]
    public var counts: [KindCount]
    public var unsent: Int
    public var unsentFailed: Int
    public var connections: Int
    public var subscriptions: Int
    public var refusedConnections: Int
    public var stalledConnections: Int
    public var methods: [MethodTimes]
    public var lastErrors: [PastError]

    public init(
      version: String, at: Instant, startedAt: Instant, sqlite: String, databaseSize: Int, isSetAside: Bool,
      configuration: [ConfigurationValue], counts: [KindCount], unsent: Int, unsentFailed: Int, connections: Int,
      subscriptions: Int, refusedConnections: Int, stalledConnections: Int, methods: [MethodTimes],
      lastErrors: [PastError]
    ) {
      self.version = version
      self.at = at
      self.startedAt = startedAt
      self.sqlite = sqlite
      self.databaseSize = databaseSize
      self.isSetAside = isSetAside
      self.configuration = configuration
      self.counts = counts
      self.unsent = unsent
      self.unsentFailed = unsentFailed
      self.connections = connections
      self.subscriptions = subscriptions
      self.refusedConnections = refusedConnections
      self.stalledConnections = stalledConnections
      self.methods = methods
      self.lastErrors = lastErrors
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      version = try members.required("version", "Version of the daemon.")
      at = try members.required("at", "The daemon's clock.")
      startedAt = try members.required("startedAt", "When the daemon started.")
      sqlite = try members.required("sqlite", "Version of SQLite.")
      databaseSize = try members.required("databaseSize", "Size of the database in bytes, with its log.")
      isSetAside = try members.required("setAside", "Whether the database replaces a damaged one.")
      configuration = try members.required("configuration", "The values in effect; home directories are written as ~.")
      counts = try members.required("counts", "Entries that are not deleted, by kind.")
      unsent = try members.required("unsent", "How many changes are waiting to be sent to the family server.")
      unsentFailed = try members.required(
        "unsentFailed", "How many changes failed and are waiting for somebody to retry or discard them.")
      connections = try members.required("connections", "Connected clients, including the caller.")
      subscriptions = try members.required("subscriptions", "Subscriptions of all clients.")
      refusedConnections = try members.required("refusedConnections", "Clients that were turned away.")
      stalledConnections = try members.required(
        "stalledConnections", "Clients that were disconnected because they did not read.")
      methods = try members.required("methods", "How often each method was called, and how long it took.")
      lastErrors = try members.required("lastErrors", "The last errors returned to callers, oldest first.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("version", version)
      members.field("at", at)
      members.field("startedAt", startedAt)
      members.field("sqlite", sqlite)
      members.field("databaseSize", databaseSize)
      members.field("setAside", isSetAside)
      members.field("configuration", configuration)
      members.field("counts", counts)
      members.field("unsent", unsent)
      members.field("unsentFailed", unsentFailed)
      members.field("connections", connections)
      members.field("subscriptions", subscriptions)
      members.field("refusedConnections", refusedConnections)
      members.field("stalledConnections", stalledConnections)
      members.field("methods", methods)
      members.field("lastErrors", lastErrors)
    }
  }

  public struct ConfigurationValue: WireObject {
    public var key: String
    public var value: String

    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      key = try members.required("key", "Name of the key.")
      value = try members.required("value", "The value in effect.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("key", key)
      members.field("value", value)
    }
  }

  public struct KindCount: WireObject {
    public var kind: EntryKind
    public var count: Int

    public init(kind: EntryKind, count: Int) {
      self.kind = kind
      self.count = count
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      kind = try members.required("kind", "Kind of the entries.")
      count = try members.required("count", "How many there are.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("kind", kind)
      members.field("count", count)
    }
  }

  public struct MethodTimes: WireObject {
    public var method: String
    public var calls: Int
    public var failed: Int
    public var p50: Int
    public var p99: Int
    public var longest: Int

    public init(method: String, calls: Int, failed: Int, p50: Int, p99: Int, longest: Int) {
      self.method = method
      self.calls = calls
      self.failed = failed
      self.p50 = p50
      self.p99 = p99
      self.longest = longest
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      method = try members.required("method", "Name of the method.")
      calls = try members.required("calls", "Calls since the daemon started.")
      failed = try members.required("failed", "How many of those calls returned an error.")
      p50 = try members.required("p50Microseconds", "Half of the calls took no longer; accurate to within a fifth.")
      p99 = try members.required("p99Microseconds", "99 of 100 calls took no longer; accurate to within a fifth.")
      longest = try members.required("longestMicroseconds", "How long the longest call took.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("method", method)
      members.field("calls", calls)
      members.field("failed", failed)
      members.field("p50Microseconds", p50)
      members.field("p99Microseconds", p99)
      members.field("longestMicroseconds", longest)
    }
  }

  public struct PastError: WireObject {
    public var at: Instant
    public var method: String
    public var error: String

    public init(at: Instant, method: String, error: String) {
      self.at = at
      self.method = method
      self.error = error
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      at = try members.required("at", "When the error was returned.")
      method = try members.required("method", "Name of the method.")
      error = try members.required("error", "Name of the error.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("at", at)
      members.field("method", method)
      members.field("error", error)
    }
  }
}
