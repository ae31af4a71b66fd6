/// Whose a log is. It names a server and an account there by its id, and nobody by name or address.
public enum LogOwner: Hashable, Sendable {
  /// The log of a machine without an account.
  case machine
  /// The log of an account; nil if nothing says of which.
  case account(LogAccount?)

  /// Whether a log is known to be somebody else's than another one.
  public func isOther(than other: LogOwner) -> Bool {
    switch (self, other) {
    case (.machine, .machine): false
    // A server may have got another address meanwhile; ids of accounts are unique.
    case (.account(let ours), .account(let theirs)): ours != nil && theirs != nil && ours?.user != theirs?.user
    default: true
    }
  }
}

/// An account as a log is marked with it.
public struct LogAccount: Hashable, Sendable {
  public let server: ServerAddress
  public let user: UserID

  public init(server: ServerAddress, user: UserID) {
    self.server = server
    self.user = user
  }
}

/// A backup that is another log's than the one that it would replace.
public struct OtherLog: Hashable, Sendable {
  /// Whose the backup is, if that is somebody else's; nil if it is not, or nobody knows.
  public var owner: LogOwner?
  /// Whose the log is that is in use; nil if nobody knows.
  public var here: LogOwner?
  /// Names of its children that have never been in the log in use.
  public var strangers: [String]
  /// Names of its children that the log in use has under other ids: an account would have each of them twice.
  public var twice: [String]
  /// How many entries it has.
  public var entries: Int

  public init(owner: LogOwner? = nil, here: LogOwner? = nil, strangers: [String], twice: [String] = [], entries: Int) {
    self.owner = owner
    self.here = here
    self.strangers = strangers
    self.twice = twice
    self.entries = entries
  }
}
