/// Logs in to a family server. Each account has its own database, so that two never mix.
public enum AccountLogin: RPCMethod {
  public static let name = "account.login"
  public static let summary = "Logs in to a family server; changes that are waiting are sent."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.serverAddressInvalid, .wrongCredentials, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// E-mail address.
    public var email: String
    /// The password; it is sent to the server and not stored anywhere.
    public var password: String
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}
