/// Ends another machine's session.
public enum AccountEndSession: RPCMethod {
  public static let name = "account.endSession"
  public static let summary = "Ends a session of the account: that machine has to log in again."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.sessionNotFound]

  @WireMembers
  public struct Params: WireObject {
    /// UUID of the session, or its last 4 or more characters. This machine's own is ended with account.logout.
    public var id: String
  }

  public typealias Answer = SessionsAnswer
}

/// The answer to calls that end sessions.
@WireMembers
public struct SessionsAnswer: WireObject {
  /// How many were ended.
  public var count: Int
  /// The result, in words.
  public var message: String
}
