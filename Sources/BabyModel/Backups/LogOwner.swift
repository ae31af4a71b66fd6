/// The owner of a log: a server and the id of an account there, without a person's name or e-mail address.
public enum LogOwner: Hashable, Sendable {
  /// The log of a machine without an account.
  case machine
  /// The log of an account; nil if it is not known which.
  case account(LogAccount?)

  /// Whether this and another owner are known to differ.
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

/// A backup of another log than the one that it would replace.
public struct OtherLog: Hashable, Sendable {
  /// The backup's owner, if it is known to be another one than that of the log in use.
  public var owner: LogOwner?
  /// The owner of the log in use; nil if that is not known.
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
