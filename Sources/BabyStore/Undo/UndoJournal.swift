public import BabyModel

/// Which changes an undo or a redo has to take back, and whether it may.
///
/// Logs are given newest first and reach back to the step's first change at least.
enum UndoJournal {
  /// A step's own changes, newest first.
  static func changesToUndo(of step: StepID, in log: [LoggedEvent]) -> [LoggedEvent] {
    log.filter { $0.step == step && !$0.isReverting }
  }

  /// The changes that have undone a step's own, newest first; of each the latest.
  static func changesToRedo(of step: StepID, in log: [LoggedEvent]) -> [LoggedEvent] {
    var open = Set(changesToUndo(of: step, in: log).map(\.seq))
    return log.filter { change in
      guard let reverted = change.reverts else { return false }
      return open.remove(reverted) != nil
    }
  }

  /// Whether something else is in force on top of the changes that are to be taken back.
  ///
  /// A change and the one that took it back are as if they had never been, if they both came later.
  static func isBlocked(reverting changes: [LoggedEvent], in log: [LoggedEvent]) -> Bool {
    let wanted = Set(changes.map(\.seq))
    // Of each place the changes that have not been met yet; they are met in their order.
    var open = Dictionary(grouping: changes, by: \.subject.place).mapValues { $0.map(\.seq) }
    var cancelled: Set<Int64> = []
    for change in log {
      let place = change.subject.place
      guard let oldest = open[place]?.last else { continue }
      if wanted.contains(change.seq) {
        if cancelled.contains(change.seq) { return true }
        open[place]?.removeFirst()
      } else if cancelled.contains(change.seq) {
        continue
      } else if let reverted = change.reverts, reverted > oldest, !wanted.contains(reverted) {
        cancelled.insert(reverted)
      } else {
        return true
      }
    }
    return false
  }
}

/// What a change has changed, as far as undo looks at it: two changes of one place build on each other.
enum Place: Hashable {
  case entry(EntryID)
  case child(ChildID)
  case setting(String, ChildID?)
  case selection(uid: UInt32)
  case reminder(String, ChildID)
  case custom(Identifier<CustomReminder>)
  /// How far something has come on its way to the server: no step has such changes.
  case elsewhere
}

extension ChangeSubject {
  var place: Place {
    switch self {
    case .entry(let id, _): .entry(id)
    case .child(let id): .child(id)
    case .setting(let key, let child): .setting(key, child)
    case .selection(let uid, _): .selection(uid: uid)
    case .reminder(let rule, let child): .reminder(rule, child)
    case .custom(let id, _): .custom(id)
    case .outbox, .inbox: .elsewhere
    }
  }

  /// The child that it is about; nil for what is everybody's.
  public var child: ChildID? {
    switch self {
    case .entry(_, let child), .selection(_, let child), .reminder(_, let child), .custom(_, let child): child
    case .child(let id): id
    case .setting(_, let child): child
    case .outbox, .inbox: nil
    }
  }
}
