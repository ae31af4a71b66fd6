/// What the result of one send means for the change that was sent.
public enum Settlement: Hashable, Sendable {
  /// The server has it. For an entry, as the server has it now; nil for a child, and for an entry that is nowhere.
  case accepted(Entry?)
  /// It is sent again then.
  case retried(at: Instant, SyncFailure)
  /// It waits for a person, or for the server to answer again.
  case failed(SyncFailure)
  /// The server has refused it, and a later change of the same entry takes its place.
  case superseded
  /// Somebody else's version, here as the server has it, goes before it.
  case conflict(Entry)
  /// This one is running on the server.
  case clash(Entry)
  /// The session is over: it waits for the next one, and this send does not count.
  case paused

  /// - Parameters:
  ///   - content: what was sent.
  ///   - sends: how often it has been sent in this series, this time included.
  ///   - hasLater: whether a later change of the same entry waits behind it.
  public init(
    _ result: SendResult, of content: PendingWrite.Content, sends: Int, hasLater: Bool, now: Instant
  ) {
    switch result {
    case .accepted(let entry): self = .accepted(entry)
    case .conflict(let theirs) where content.isSatisfied(by: theirs): self = .accepted(theirs)
    case .conflict(let theirs): self = .conflict(theirs)
    case .timerRunning(let theirs): self = .clash(theirs)
    // What is to be deleted and is not there needs nothing more.
    case .refused(let refusal) where refusal.status == 404 && content.isDeletion: self = .accepted(nil)
    case .refused where hasLater: self = .superseded
    case .refused(let refusal): self = .failed(SyncFailure(refusal))
    case .rateLimited: self = .failed(.rateLimited)
    case .unauthorized: self = .paused
    case .unavailable(let outage):
      let failure = SyncFailure(outage)
      self = RetryRule.next(after: sends, now: now).map { .retried(at: $0, failure) } ?? .failed(failure)
    }
  }
}

extension PendingWrite.Content {
  /// Whether the server's version is what was asked for.
  fileprivate func isSatisfied(by theirs: Entry) -> Bool {
    if case .entry(let ours, _) = self { ours.isSameVersion(as: theirs) } else { false }
  }

  fileprivate var isDeletion: Bool {
    switch self {
    case .entry(let entry, _): entry.deletedAt != nil
    case .child(let child, _): child.removedAt != nil
    }
  }
}

extension Entry {
  /// Whether both say the same, whoever wrote it and when; two tombstones do.
  public func isSameVersion(as other: Entry) -> Bool {
    guard deletedAt == nil, other.deletedAt == nil else { return (deletedAt == nil) == (other.deletedAt == nil) }
    return childID == other.childID && content == other.content && start == other.start && end == other.end
      && endUnknown == other.endUnknown && note == other.note
  }
}
