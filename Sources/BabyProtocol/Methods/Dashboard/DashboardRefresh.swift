/// Asks the family server now, instead of at the next poll.
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
