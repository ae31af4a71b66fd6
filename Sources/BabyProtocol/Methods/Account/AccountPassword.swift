/// Sets another password, and ends all sessions but this machine's own.
public enum AccountPassword: RPCMethod {
  public static let name = "account.password"
  public static let summary = "Changes the account's password and ends all other sessions."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.wrongCredentials, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The current password; it is sent to the server and not stored anywhere.
    public var old: String
    /// 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var new: String
  }

  public typealias Answer = AccountAnswer
}
