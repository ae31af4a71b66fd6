/// Makes an account on a family server and logs in.
public enum AccountRegister: RPCMethod {
  public static let name = "account.register"
  public static let summary = "Creates an account on a family server and logs in."
  public static let isWrite = true
  public static let errors: [ErrorCode] =
    .ofServer + [
      .serverAddressInvalid, .emailTaken, .accountInvalid, .codeNeeded,
    ]

  @WireMembers
  public struct Params: WireObject {
    /// E-mail address.
    public var email: String
    /// 8 to 200 characters; it is sent to the server and not stored anywhere.
    public var password: String
    /// The name other caregivers see on entries; 1 to 60 characters.
    public var name: String
    /// A code of share.create, whose child is then shared with the account; or one of the server's administrator.
    public var code: String?
    /// Address of the server; default: the last one logged in to, or else the configured one.
    public var server: String?
    /// Allow plain http to other machines; others on the network can read everything.
    @Wire("insecureHTTP") public var allowsInsecureHTTP: Bool = false
  }

  public typealias Answer = AccountAnswer
}
