/// Which backups are kept: the newest three, the last of each of the newest seven days that have one, and the last of
/// each of the newest four weeks.
///
/// Days and weeks without a backup are not counted: a machine that was off loses nothing.
public enum BackupRotation {
  /// How old the newest backup is when it is time for another.
  public static let interval: Duration = .hours(24)

  private static let newest = 3
  private static let days = 7
  private static let weeks = 4

  /// - Parameter made: when backups were made, in any order.
  public static func expired(among made: [Instant]) -> [Instant] {
    var days: Set<Int> = []
    var weeks: Set<Int> = []
    return made.sorted(by: >).enumerated().compactMap { index, instant in
      let day = Int(instant.milliseconds / LocalDate.millisecondsPerDay)
      let isDayKept = days.count < Self.days && days.insert(day).inserted
      let isWeekKept = weeks.count < Self.weeks && weeks.insert(day / 7).inserted
      return index < newest || isDayKept || isWeekKept ? nil : instant
    }
  }

  /// Whether it is time for another. It is, too, when the clock has been set back by as much.
  ///
  /// - Parameter newest: may be some seconds ahead, because several backups in one second get names with later seconds.
  public static func isDue(at now: Instant, newest: Instant?) -> Bool {
    guard let newest else { return true }
    return now - newest >= interval || newest - now >= interval
  }
}

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
