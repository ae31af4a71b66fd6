/// A change on its way to the family server, as a person sees it.
public struct QueuedChange: Hashable, Sendable, Identifiable {
  /// Its number in the outbox.
  public var id: Int64
  public var subject: Subject
  public var childID: ChildID
  /// `waiting` or `failed`: whether it is being sent, the outbox does not know.
  public var state: QueueState
  /// How often it was sent since it was queued, or queued again.
  public var sends: Int
  /// When it is sent next; nil when that is at once, after another change, or not by itself.
  public var nextAt: Instant?
  public var failure: SyncFailure?
  public var failedAt: Instant?

  public enum Subject: Hashable, Sendable {
    /// An entry as it is to be.
    case entry(Entry)
    case child(Child)
  }

  public init(
    id: Int64, subject: Subject, childID: ChildID, state: QueueState, sends: Int, nextAt: Instant?,
    failure: SyncFailure?,
    failedAt: Instant?
  ) {
    self.id = id
    self.subject = subject
    self.childID = childID
    self.state = state
    self.sends = sends
    self.nextAt = nextAt
    self.failure = failure
    self.failedAt = failedAt
  }
}

/// How much is on its way.
public struct QueueCounts: Hashable, Sendable {
  /// Changes that are sent by themselves.
  public var waiting: Int
  /// Changes that wait for a person, or for the server to answer again.
  public var failed: Int
  /// How many of those that are waiting are settings and reminders.
  public var settings: Int

  public init(waiting: Int, failed: Int, settings: Int = 0) {
    self.waiting = waiting
    self.failed = failed
    self.settings = settings
  }
}
