public import BabyModel

/// How the daemon itself is doing. Never touches a network, and answers also when the database does not.
public enum DaemonStatus: RPCMethod {
  public static let name = "daemon.status"
  public static let summary = "Returns the daemon's state: version, files, counts."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  public struct Answer: WireObject {
    public var version: String
    public var pid: Int
    public var startedAt: Instant
    public var socket: String
    public var database: String
    /// Why the database cannot be read; counts are 0 then.
    public var trouble: String?
    /// Where a damaged database was put in whose place the one in use was begun.
    public var setAside: String?
    /// Name of the newest backup that can be restored, where the database is damaged or was.
    public var backup: String?
    public var instance: String
    public var seq: Int
    public var children: Int
    public var entries: Int
    public var connections: Int
    public var subscriptions: Int
    public var calls: Int
    public var failedCalls: Int

    public init(
      version: String, pid: Int, startedAt: Instant, socket: String, database: String, trouble: String? = nil,
      setAside: String?, backup: String? = nil, instance: String, seq: Int, children: Int, entries: Int,
      connections: Int, subscriptions: Int, calls: Int,
      failedCalls: Int
    ) {
      self.version = version
      self.pid = pid
      self.startedAt = startedAt
      self.socket = socket
      self.database = database
      self.trouble = trouble
      self.setAside = setAside
      self.backup = backup
      self.instance = instance
      self.seq = seq
      self.children = children
      self.entries = entries
      self.connections = connections
      self.subscriptions = subscriptions
      self.calls = calls
      self.failedCalls = failedCalls
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      version = try members.required("version", "Version of the daemon.")
      pid = try members.required("pid", "Process id of the daemon.")
      startedAt = try members.required("startedAt", "When the daemon started.")
      socket = try members.required("socket", "The socket's path.")
      database = try members.required("database", "Path of the database.")
      trouble = try members.optional("trouble", "Why the database cannot be read; counts are 0 then.")
      setAside = try members.optional(
        "setAside", "Where the damaged database is that this one replaces, until that is settled.")
      backup = try members.optional(
        "backup", "Name of the newest usable backup, if the database is or was damaged.")
      instance = try members.required("instance", "UUID of the database.")
      seq = try members.required("seq", "Number of the database's last change.")
      children = try members.required("children", "Children that have not been removed.")
      entries = try members.required("entries", "Entries that have not been deleted.")
      connections = try members.required("connections", "Connected clients, including the caller.")
      subscriptions = try members.required("subscriptions", "Subscriptions of all clients.")
      calls = try members.required("calls", "Calls since the daemon started.")
      failedCalls = try members.required("failedCalls", "How many of those calls returned an error.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("version", version)
      members.field("pid", pid)
      members.field("startedAt", startedAt)
      members.field("socket", socket)
      members.field("database", database)
      members.field("trouble", trouble)
      members.field("setAside", setAside)
      members.field("backup", backup)
      members.field("instance", instance)
      members.field("seq", seq)
      members.field("children", children)
      members.field("entries", entries)
      members.field("connections", connections)
      members.field("subscriptions", subscriptions)
      members.field("calls", calls)
      members.field("failedCalls", failedCalls)
    }
  }
}
