/// The consequence of one send's result for the change that was sent.
public enum Settlement: Hashable, Sendable {
  /// The server has the entry; as it has it now.
  case accepted(Entry)
  /// The server has the child; as it has it now, nil once it is removed.
  case childAccepted(Child?)
  /// The entry to delete does not exist: lost, or in a child that the account cannot see now.
  case gone
  /// It is sent again then.
  case retried(at: Instant, SyncFailure)
  /// The server has no time for it, or its time has not come: it is sent again then, and this send does not count.
  case postponed(until: Instant, SyncFailure)
  /// It waits for a person, or for the server to answer again.
  case failed(SyncFailure)
  /// The server has refused it, and a later change of the same entry takes its place.
  case superseded
  /// Another person's version, as on the server, takes precedence.
  case conflict(Entry)
  /// The child has been changed on the server, too; this is its version there.
  case childConflict(Child)
  /// This one is running on the server.
  case clash(Entry)
  /// The session is over: it waits for the next one, and this send does not count.
  case paused

  /// - Parameters:
  ///   - content: of the change that was sent.
  ///   - sends: how often it has been sent in this series, this time included.
  ///   - hasLater: whether a later change of the same entry waits behind it.
  ///   - skew: by how much the server's clock is ahead of `now`.
  public init(
    _ result: SendResult, of content: PendingWrite.Content, sends: Int, hasLater: Bool, skew: Duration = .zero,
    now: Instant
  ) {
    switch result {
    case .accepted(let entry): self = .accepted(entry)
    case .childAccepted(let child): self = .childAccepted(child)
    case .childConflict(let theirs): self = .childConflict(theirs)
    case .conflict(let theirs) where content.isSatisfied(by: theirs): self = .accepted(theirs)
    case .conflict(let theirs): self = .conflict(theirs)
    case .timerRunning(let theirs): self = .clash(theirs)
    case .refused where hasLater: self = .superseded
    case .refused(let refusal) where refusal.status == 404 && content.isDeletion: self = .gone
    case .refused(let refusal):
      let failure = SyncFailure(refusal)
      self =
        content.time(refusedBy: refusal, at: now + skew).map { .postponed(until: $0 - skew, failure) }
        ?? .failed(failure)
    case .rateLimited(let pause): self = .postponed(until: now + (pause ?? RetryRule.busyPause), .rateLimited)
    case .unauthorized: self = .paused
    case .unavailable(let outage):
      let failure = SyncFailure(outage)
      self = RetryRule.next(after: sends, now: now).map { .retried(at: $0, failure) } ?? .failed(failure)
    }
  }
}

extension PendingWrite.Content {
  /// Whether the server's version already has the requested content.
  fileprivate func isSatisfied(by theirs: Entry) -> Bool {
    if case .entry(let ours, base: _) = self { ours.isSameVersion(as: theirs) } else { false }
  }

  /// When a server takes an entry that it has refused because its time had not come there: this machine's clock is
  /// ahead.
  ///
  /// - Parameter serverTime: what the server's clock shows.
  /// - Returns: by the server's clock; nil if the time is not the problem, or not the only one.
  fileprivate func time(refusedBy refusal: Refusal, at serverTime: Instant) -> Instant? {
    guard case .entry(let entry, _) = self, refusal.status == 400, !refusal.details.isEmpty,
      refusal.details.allSatisfy({ $0.field == "start" || $0.field == "end" })
    else { return nil }
    let latest = max(entry.start, entry.end ?? entry.start)
    return latest > serverTime ? latest : nil
  }

  fileprivate var isDeletion: Bool {
    switch self {
    case .entry(let entry, _): entry.deletedAt != nil
    case .child(let child, isNew: _, base: _): child.removedAt != nil
    }
  }
}

extension Entry {
  /// Whether both have the same content, no matter who wrote it and when; two tombstones do.
  public func isSameVersion(as other: Entry) -> Bool {
    guard deletedAt == nil, other.deletedAt == nil else { return (deletedAt == nil) == (other.deletedAt == nil) }
    return childID == other.childID && content == other.content && start == other.start && end == other.end
      && endUnknown == other.endUnknown && note == other.note
  }
}

/// Decides which of two timers of the same kind survives, if they were started on two machines without a connection.
public enum TimerClash: Hashable, Sendable {
  /// Ours has ended since: it goes to the server as finished, beside theirs.
  case endedMeanwhile
  /// Theirs has been ended or deleted here, which the server does not know yet: ours waits for that.
  case waits
  /// Theirs began first, or at the same time: ours goes to the inbox.
  case theirsStays
  /// Ours began first: theirs is deleted, and goes to the inbox.
  case oursStays

  /// - Parameters:
  ///   - ours: as it is here now.
  ///   - theirs: as it is on the server.
  ///   - theirsIsQueued: whether a change of theirs was made here and waits to be sent.
  public init(ours: Entry, theirs: Entry, theirsIsQueued: Bool) {
    if !ours.isRunning || ours.deletedAt != nil {
      self = .endedMeanwhile
    } else if theirsIsQueued {
      self = .waits
    } else {
      self = theirs.start <= ours.start ? .theirsStays : .oursStays
    }
  }
}

extension Entry {
  /// Whether this running timer is the same as one that has ended: started on two machines without a connection, and
  /// stopped on one. It began while the other ran, by clocks that may differ.
  public func isStill(_ ended: Entry) -> Bool {
    guard isRunning, ended.id != id, ended.deletedAt == nil, let end = ended.end, ended.timer == timer else {
      return false
    }
    if case .feeding(let feeding) = ended.content, feeding.method != .breast { return false }
    return start >= ended.start - EntryLimits.clockDifference && start < end
  }

  /// Whether it was added long after it happened, as imports and uploads do.
  public var isBackfilled: Bool {
    id.isDerived || createdAt - start > Self.backfillDelay || author.map { PersonName.bringer($0) != $0 } ?? false
  }

  /// Entries that are added at least this long after they began are announced together.
  public static let backfillDelay: Duration = .hours(7 * 24)
}
