package import BabyModel

/// What a person does with a log.
package enum LogAction: Hashable, Sendable {
  case bottle(milliliters: Int, minutesAgo: Int)
  case diaper(DiaperType)
  case note(String, minutesAgo: Int)
  case startSleep(minutesAgo: Int)
  case stopSleep
  /// The entry that was logged last gets another note.
  case renote(String)
  case undo
  case redo
}

/// Why an action is refused: the error's name, such as `timer.running`.
package struct Refused: Error, Hashable {
  package var name: String

  package init(name: String) { self.name = name }
}

/// An entry as scenarios look at it.
package struct LoggedEntry: Hashable, Sendable, CustomStringConvertible {
  package var kind: EntryKind
  package var note: String?
  package var isRunning: Bool
  package var isDeleted: Bool

  package init(_ kind: EntryKind, _ note: String? = nil, isRunning: Bool = false, isDeleted: Bool = false) {
    (self.kind, self.note, self.isRunning, self.isDeleted) = (kind, note, isRunning, isDeleted)
  }

  package var description: String {
    [kind.rawValue, note.map { "\"\($0)\"" }, isRunning ? "running" : nil, isDeleted ? "deleted" : nil]
      .compactMap(\.self).joined(separator: " ")
  }
}

/// How Eva's day stands.
package struct DayCount: Hashable, Sendable {
  package var feeds = 0
  package var milliliters = 0
  package var diapers = 0
  package var isAsleep = false

  package init(feeds: Int = 0, milliliters: Int = 0, diapers: Int = 0, isAsleep: Bool = false) {
    (self.feeds, self.milliliters, self.diapers, self.isAsleep) = (feeds, milliliters, diapers, isAsleep)
  }
}

/// A machine with Eva's log, and a person who uses it: through the engine alone, through the daemon, or by the
/// programs.
package protocol LogDriver: SendableMetatype {
  /// - Throws: `Refused`.
  func does(_ action: LogAction) async throws

  /// Newest first.
  func timeline() async throws -> [LoggedEntry]

  func day() async throws -> DayCount
}

/// A machine of one's own, from its first day on.
package protocol MachineDriver: LogDriver {
  /// Ends what runs, and starts it again on the same files.
  func restart() async throws

  /// Subscribes to changes of entries.
  func follow() async throws -> any ChangeFollower
}

package protocol ChangeFollower {
  /// The entry that the next change is about, as it is then.
  func next() async throws -> LoggedEntry
}

/// One of the machines of a family that share a log through a server.
package protocol SyncingDriver: LogDriver {
  /// The notes of one's own versions that lost against another person's.
  func conflicts() async throws -> [String?]

  /// Puts the own version in the other's place.
  func applyConflict() async throws
}

/// Two machines and their server.
package protocol FamilyDriver: SendableMetatype {
  associatedtype Driver: SyncingDriver
  var anna: Driver { get }
  var ben: Driver { get }

  /// The server is away.
  func cutOff() async throws

  func reconnect() async throws

  /// A machine sends all that it has, and fetches all that there is.
  func sync(_ machine: Driver) async throws
}

extension FamilyDriver {
  /// Both send and fetch until neither has anything left.
  package func settle() async throws {
    for machine in [anna, ben, anna, ben] { try await sync(machine) }
  }
}
