public import BabyModel

public enum AccountSessions: RPCMethod {
  public static let name = "account.sessions"
  public static let summary = "Lists the machines and programs that are logged in to the account."
  public static let errors: [ErrorCode] = .ofServer

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// The sessions, the one used last first; at most 500.
    public var sessions: [AccountSession]
    /// UUID of the session that asks; for clients of a daemon, this machine's own.
    public var current: SessionID
  }
}

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

public enum AccountEndOtherSessions: RPCMethod {
  public static let name = "account.endOtherSessions"
  public static let summary = "Ends all sessions of the account but this machine's own."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer

  public typealias Params = NoParams
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

/// A session is the same on the socket and on the family server.
extension AccountSession: WireObject {
  public static var schemaName: String? { "AccountSession" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      id: try members.required("id", "UUID of the session."),
      name: try members.optional("name", "Host and program, or what its owner calls it."),
      createdAt: try members.required("createdAt", "When it began."),
      usedAt: try members.required("usedAt", "When it was last used, to about an hour."),
      network: try members.optional("network", "Roughly where it was last used from, as `192.0.2.0/24`."),
      expiresAt: try members.required("expiresAt", "When it expires if unused."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("name", name)
    members.field("createdAt", createdAt)
    members.field("usedAt", usedAt)
    members.field("network", network)
    members.field("expiresAt", expiresAt)
  }
}
