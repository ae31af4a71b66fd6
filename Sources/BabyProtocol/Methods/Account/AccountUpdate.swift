/// Changes the account's name or e-mail address.
public enum AccountUpdate: RPCMethod {
  public static let name = "account.update"
  public static let summary = "Changes the account's name or e-mail address."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.wrongCredentials, .emailTaken, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// The name other caregivers see on new entries; 1 to 60 characters.
    public var name: String?
    /// E-mail address; needs the password.
    public var email: String?
    /// The current password, to change the e-mail address; it is sent to the server and not stored anywhere.
    public var password: String?
  }

  public typealias Answer = AccountAnswer
}
