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
  /// Whether this timer, which is running, is the same as one that has ended: started on two machines that knew nothing of
  /// each other, and stopped on one. It began while the other ran, by clocks that may differ.
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
