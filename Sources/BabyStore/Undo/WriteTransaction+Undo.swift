public import BabyModel
import GRDB

/// What an undo or a redo has done.
public struct UndoneStep: Hashable, Sendable {
  /// What the step was called when it was made: "Logged left breast".
  public let label: String
  /// When it was made.
  public let at: Instant
  /// Each entry of the step as it is now, deleted or not.
  public let entries: [Entry]
}

extension WriteTransaction {
  /// Takes back the uid's last step that is not undone.
  ///
  /// - Throws: `BabyError.nothingToUndo`; `.undoConflict` when one of its entries has been changed since;
  ///   `.timerRunning` when a timer would run beside another.
  public func undo(uid: UInt32) throws -> UndoneStep {
    try writeLog()
    let step = try db.first(
      "SELECT seq, label, at FROM change WHERE uid = ? AND state = 'done' ORDER BY seq DESC LIMIT 1",
      [.integer(Int64(uid))], JournalStep.init)
    guard let step else { throw BabyError.nothingToUndo }
    return try revert(step, to: "undone", UndoJournal.changesToUndo)
  }

  /// Does again what the uid's last undo took back, until the uid does something new.
  ///
  /// - Throws: `BabyError.nothingToRedo`, and as `undo`.
  public func redo(uid: UInt32) throws -> UndoneStep {
    try writeLog()
    let step = try db.first(
      "SELECT seq, label, at FROM change WHERE uid = ? AND state = 'undone' ORDER BY seq LIMIT 1",
      [.integer(Int64(uid))], JournalStep.init)
    guard let step else { throw BabyError.nothingToRedo }
    return try revert(step, to: "done", UndoJournal.changesToRedo)
  }

  private func revert(
    _ step: JournalStep, to state: String, _ choose: (StepID, [LoggedChange]) -> [LoggedChange]
  ) throws -> UndoneStep {
    let log = try changes(since: step.id)
    let changes = choose(step.id, log)
    if let entry = UndoJournal.conflict(reverting: changes, in: log) {
      throw BabyError.undoConflict(entry, label: step.label)
    }
    var order: [EntryID] = []
    var entries: [EntryID: Entry] = [:]
    for change in changes {
      if entries.updateValue(try invert(change, of: step.id), forKey: change.entry) == nil {
        order.append(change.entry)
      }
    }
    try db.run("UPDATE change SET state = ? WHERE seq = ?", [.text(state), .integer(step.id.seq)])
    memory.content.uidsWithoutUndone = []
    return UndoneStep(label: step.label, at: step.at, entries: order.compactMap { entries[$0] })
  }

  private func invert(_ change: LoggedChange, of step: StepID) throws -> Entry {
    guard let entry = try read.entry(change.entry) else { throw Damage() }
    switch change.operation {
    case .insert, .restore:
      let deleted = try setDeleted(entry, at: context.at)
      _ = try record(.delete, deleted, replacing: entry, reverting: change.seq, of: step)
      return deleted
    case .delete:
      let restored = try setDeleted(entry, at: nil)
      _ = try record(.restore, restored, replacing: entry, reverting: change.seq, of: step)
      return restored
    case .update:
      let before = try db.first(
        "SELECT \(EntryRow.columns) FROM entry_before WHERE seq = ?", [.integer(change.seq)], EntryRow.decode)
      guard let before else { throw Damage() }
      let after = try replace(entry, with: before)
      try keep(entry, beforeChange: record(.update, after, replacing: entry, reverting: change.seq, of: step))
      return after
    }
  }

  /// All changes of entries from a step's first on, newest first.
  private func changes(since step: StepID) throws -> [LoggedChange] {
    try db.all(
      """
      SELECT seq, entry_id, operation, step, reverts FROM change
      WHERE seq >= ? AND subject = 'entry' ORDER BY seq DESC
      """, [.integer(step.seq)]
    ) { row in
      LoggedChange(
        seq: row.integer(0), entry: try row.id(1), operation: try row.word(2),
        step: row.isNull(3) ? nil : row.integer(3), reverts: row.isNull(4) ? nil : row.integer(4))
    }
  }
}

private struct JournalStep {
  let id: StepID
  let label: String
  let at: Instant

  init(_ row: ResultRow) {
    id = StepID(seq: row.integer(0))
    label = row.text(1)
    at = row.instant(2)
  }
}
