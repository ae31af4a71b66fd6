import BabyModel

/// A change of an entry, as far as undo looks at it.
struct LoggedChange: Hashable {
  var seq: Int64
  var entry: EntryID
  var operation: ChangeOperation
  var step: Int64?
  /// The change that this one took back.
  var reverts: Int64?
}

/// Which changes an undo or a redo has to take back, and whether it may.
///
/// Logs are given newest first and reach back to the step's first change at least.
enum UndoJournal {
  /// A step's own changes, newest first.
  static func changesToUndo(of step: StepID, in log: [LoggedChange]) -> [LoggedChange] {
    log.filter { $0.step == step.seq && $0.reverts == nil }
  }

  /// The changes that have undone a step's own, newest first; of each the latest.
  static func changesToRedo(of step: StepID, in log: [LoggedChange]) -> [LoggedChange] {
    var open = Set(changesToUndo(of: step, in: log).map(\.seq))
    return log.filter { change in
      guard let reverted = change.reverts else { return false }
      return open.remove(reverted) != nil
    }
  }

  /// An entry on which something else is in force on top of the changes that are to be taken back.
  ///
  /// A change and the one that took it back are as if they had never been, if they both came later.
  static func conflict(reverting changes: [LoggedChange], in log: [LoggedChange]) -> EntryID? {
    let wanted = Set(changes.map(\.seq))
    // Of each entry the changes that have not been met yet; they are met in their order.
    var open = Dictionary(grouping: changes, by: \.entry).mapValues { $0.map(\.seq) }
    var cancelled: Set<Int64> = []
    for change in log {
      guard let oldest = open[change.entry]?.last else { continue }
      if wanted.contains(change.seq) {
        if cancelled.contains(change.seq) { return change.entry }
        open[change.entry]?.removeFirst()
      } else if cancelled.contains(change.seq) {
        continue
      } else if let reverted = change.reverts, reverted > oldest, !wanted.contains(reverted) {
        cancelled.insert(reverted)
      } else {
        return change.entry
      }
    }
    return nil
  }
}
