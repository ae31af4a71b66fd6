/// Which of two timers of the same kind stays that were started on two machines without a connection between them.
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
