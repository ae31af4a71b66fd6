/// Returns the account and the state of the connection to the family server, from memory.
public enum AccountStatus: RPCMethod {
  public static let name = "account.status"
  public static let summary = "Returns who is logged in and whether the family server answers, from memory."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Look again for a token that could not be read, and count what was logged without an account.
    public var isThorough: Bool = false
  }

  @WireMembers("AccountStatus")
  public struct Answer: WireObject {
    /// The account.
    public var account: AccountRecord
    /// The state of the connection to the server.
    public var connection: ConnectionRecord
    /// The damaged log that this one replaces, until it is restored or the inbox is dismissed.
    public var lostLog: LostLogRecord?
  }
}
