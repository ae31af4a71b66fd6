/// How much is on its way.
public struct QueueCounts: Hashable, Sendable {
  /// Changes that are sent by themselves.
  public var waiting: Int
  /// Changes that wait for a person, or for the server to answer again.
  public var failed: Int
  /// How many of the waiting ones are settings and reminders.
  public var settings: Int

  public init(waiting: Int, failed: Int, settings: Int = 0) {
    self.waiting = waiting
    self.failed = failed
    self.settings = settings
  }
}

/// How far a change has come on its way to the family server.
///
/// The outbox holds changes that are `waiting` or have `failed`; the other states are only announced: being sent, and
/// gone.
public enum QueueState: String, CaseIterable, Sendable {
  /// It is sent by itself.
  case waiting
  /// It is being sent.
  case sending
  /// It waits for a person, or for the server to answer again.
  case failed
  /// The server has it.
  case sent
  /// It will not be sent: it was discarded, or another person's version has replaced it.
  case discarded
}

/// Something about syncing that a person may want to know, or has to decide.
public struct InboxItem: Hashable, Sendable, Identifiable {
  /// How long items are kept.
  public static let lifetime: Duration = .hours(30 * 24)

  /// What it reports.
  public enum Kind: String, CaseIterable, Sendable {
    /// A change reached the server after all.
    case sent
    /// A change did not.
    case failed
    /// Another person's version is shown; this one can be reapplied.
    case conflict
    /// Another caregiver has logged something.
    case remote
    /// Something came that this version cannot read.
    case unknown
  }

  public var id: Int64
  public var kind: Kind
  public var at: Instant
  public var entryID: EntryID?
  public var childID: ChildID?
  /// The text for people.
  public var text: String
  /// Of a conflict: the version that is not shown.
  public var version: Entry?
  public var isDismissed: Bool

  public init(
    id: Int64, kind: Kind, at: Instant, entryID: EntryID?, childID: ChildID?, text: String, version: Entry? = nil,
    isDismissed: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.entryID = entryID
    self.childID = childID
    self.text = text
    self.version = version
    self.isDismissed = isDismissed
  }
}
