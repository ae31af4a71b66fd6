/// Ends all sessions but this machine's own.
public enum AccountEndOtherSessions: RPCMethod {
  public static let name = "account.endOtherSessions"
  public static let summary = "Ends all sessions of the account but this machine's own."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer

  public typealias Params = NoParams
  public typealias Answer = SessionsAnswer
}
