/// Asks the family server now, instead of at the next poll.
public enum DashboardRefresh: RPCMethod {
  public static let name = "dashboard.refresh"
  public static let summary = "Sends what is waiting and asks the family server for changes now."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  public struct Answer: WireObject {
    /// Entries of others that are new or have changed.
    public var changes: Int
    public var connection: ConnectionRecord

    public init(changes: Int, connection: ConnectionRecord) {
      self.changes = changes
      self.connection = connection
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      changes = try members.required("changes", "How many new or changed entries came from the server.")
      connection = try members.required("connection", "The state of the connection, after asking the server.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("changes", changes)
      members.field("connection", connection)
    }
  }
}
