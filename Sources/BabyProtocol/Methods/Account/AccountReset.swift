/// Logs in with a code of the server's administrator, and sets a new password.
public enum AccountReset: RPCMethod {
  public static let name = "account.reset"
  public static let summary = "Resets a forgotten password with a code from the server's administrator, and logs in."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.serverAddressInvalid, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The output of `babybasics-server user password-code`; it works once, within an hour.
    public var code: String
    /// The new password, 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var password: String
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}
