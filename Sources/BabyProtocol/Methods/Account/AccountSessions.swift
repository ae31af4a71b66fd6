public import BabyModel

/// The sessions of the account: which machines and programs are logged in to it.
public enum AccountSessions: RPCMethod {
  public static let name = "account.sessions"
  public static let summary = "Lists the machines and programs that are logged in to the account."
  public static let errors: [ErrorCode] = .ofServer

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// The sessions, the one used last first.
    public var sessions: [AccountSession]
    /// UUID of this machine's own session.
    public var current: SessionID
  }
}
