/// Ends the session. What was not sent is kept for the next login.
public enum AccountLogout: RPCMethod {
  public static let name = "account.logout"
  public static let summary = "Ends the session; unsent changes are kept until the next login."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer

  @WireMembers
  public struct Params: WireObject {
    /// End the session here without telling the server.
    public var isLocal: Bool = false
  }

  public typealias Answer = AccountAnswer
}
