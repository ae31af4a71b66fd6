public import BabyModel

/// Calls a session something else.
public enum AccountRenameSession: RPCMethod {
  public static let name = "account.renameSession"
  public static let summary = "Gives a session of the account another name."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.sessionNotFound, .accountInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// UUID of the session, or its last 4 or more characters; default: this machine's own.
    public var id: String?
    /// 1 to 60 characters.
    public var name: String
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The session as it is now.
    public var session: AccountSession
    /// The result, in words.
    public var message: String
  }
}
