public import BabyModel
import GRDB

/// A step as its uid is shown it.
public struct JournalEntry: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case done, undone
    /// It could not be undone, and undo passes over it.
    case skipped
  }

  public let id: StepID
  /// The label from when it was made: "Logged left breast".
  public let label: String
  public let at: Instant
  public let state: State
  /// How many entries it has changed.
  public fileprivate(set) var entryCount = 0
  /// One of them.
  public fileprivate(set) var entry: EntryID?
  /// The children that it is about.
  public fileprivate(set) var children: [ChildID] = []

  fileprivate init(_ row: ResultRow<StepRow>) {
    id = StepID(seq: row.integer(.seq))
    label = row.text(.label)
    at = row.instant(.at)
    state = row.text(.state) == "undone" ? .undone : row.flag(.isSkipped) ? .skipped : .done
  }
}

extension ReadTransaction {
  /// The uid's steps, the last first: what can be undone, and what can be done again.
  public func journal(uid: UInt32, limit: Int) throws -> [JournalEntry] {
    var steps = try db.all(
      """
      SELECT \(StepRow.columns) FROM change
      WHERE uid = ? AND state IN ('done', 'undone') ORDER BY seq DESC LIMIT ?
      """, [.integer(Int64(uid)), .integer(Int64(limit))], JournalEntry.init)
    guard let oldest = steps.last?.id.seq else { return [] }
    let places = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.id.seq, $0) })
    try db.eachRow(
      """
      SELECT \(StepContentRow.columns) FROM change
      WHERE seq >= ? AND step IS NOT NULL AND reverts IS NULL GROUP BY step, child_id ORDER BY min(seq)
      """, [.integer(oldest)]
    ) { (row: ResultRow<StepContentRow>) in
      guard let place = places[row.integer(.step)] else { return true }
      if let child: ChildID = try row.optionalID(.childID) { steps[place].children.append(child) }
      if let entry: EntryID = try row.optionalID(.lastEntry) { steps[place].entry = entry }
      steps[place].entryCount += Int(row.integer(.entryCount))
      return true
    }
    return steps
  }
}

/// A step's undo data, in the first of its changes.
private enum StepRow: Int32, Columns {
  case seq, label, at, state, isSkipped
  static let columns = ColumnList<Self>()
}

/// A step's changes to one child.
private enum StepContentRow: Int32, Columns {
  case step, childID, lastEntry, entryCount

  static let columns = ColumnList<Self>(computing: [
    .lastEntry: "max(entry_id)", .entryCount: "count(DISTINCT entry_id)",
  ])
}

/// The result of an undo or a redo.
public struct UndoneStep: Hashable, Sendable {
  public let id: StepID
  /// The label from when it was made: "Logged left breast".
  public let label: String
  /// When it was made.
  public let at: Instant
  /// Each entry of the step as it is now, deleted or not.
  public let entries: [Entry]
  /// The children that the step is about.
  public let children: [ChildID]
  /// A later change of this uid that stays; nil if it was the last.
  public let later: LaterChange?
}

/// A change that stays though an earlier one is taken back.
public enum LaterChange: Hashable, Sendable {
  case step(label: String)
  /// It cannot be undone: a child was deleted for good.
  case final
}

/// Refers to one of the uid's steps.
public enum StepReference: Hashable, Sendable {
  case step(StepID)
  /// The last that has changed this entry.
  case entry(EntryID)
}

extension WriteTransaction {
  /// Takes back the uid's last step that is not undone and was not skipped, or the one that is named.
  ///
  /// - Throws: `BabyError.nothingToUndo`; `.undoConflict` when something that it has changed has been changed since;
  ///   `.timerRunning` when a timer would run beside another.
  public func undo(uid: UInt32, _ reference: StepReference? = nil) throws -> UndoneStep {
    try writeLog()
    let user = SQLValue.integer(Int64(uid))
    let step: JournalEntry?
    switch reference {
    case nil:
      step = try journalStep("uid = ? AND state = 'done' AND is_skipped = 0 ORDER BY seq DESC", [user])
    case .step(let id):
      step = try journalStep("uid = ? AND state = 'done' AND seq = ?", [user, .integer(id.seq)])
    case .entry(let id):
      let own = "SELECT step FROM change WHERE entry_id = ? AND reverts IS NULL"
      step = try journalStep("uid = ? AND state = 'done' AND seq IN (\(own)) ORDER BY seq DESC", [user, .id(id)])
    }
    guard let step else { throw BabyError.nothingToUndo }
    let later = try laterChange(of: uid, than: step.id)
    return try revert(step, to: "undone", later, UndoJournal.changesToUndo)
  }

  /// Does again what the uid's last undo took back, until the uid does something new.
  ///
  /// - Throws: `BabyError.nothingToRedo`, and as `undo`.
  public func redo(uid: UInt32) throws -> UndoneStep {
    try writeLog()
    let undone = "SELECT seq FROM change WHERE uid = ? AND state = 'undone'"
    let last = "SELECT step FROM change WHERE reverts IS NOT NULL AND step IN (\(undone)) ORDER BY seq DESC LIMIT 1"
    guard let step = try journalStep("seq = (\(last))", [.integer(Int64(uid))]) else { throw BabyError.nothingToRedo }
    return try revert(step, to: "done", nil, UndoJournal.changesToRedo)
  }

  /// Has undo pass over a step of the uid's that it could not take back, unless the step is named.
  public func skip(_ step: StepID, uid: UInt32) throws {
    try db.run(
      "UPDATE change SET is_skipped = 1 WHERE seq = ? AND uid = ? AND state = 'done'",
      [.integer(step.seq), .integer(Int64(uid))])
  }

  private static let keptEntrySQL = """
    SELECT \(EntryRow.columns), \(OriginRow.selection(from: "entry_before")) FROM entry_before WHERE seq = ?
    """

  private func journalStep(_ condition: String, _ arguments: [SQLValue]) throws -> JournalEntry? {
    try db.first("SELECT \(StepRow.columns) FROM change WHERE \(condition) LIMIT 1", arguments, JournalEntry.init)
  }

  /// A later change of the uid that is in effect.
  private func laterChange(of uid: UInt32, than step: StepID) throws -> LaterChange? {
    try db.first(
      """
      SELECT \(StepRow.columns) FROM change
      WHERE uid = ? AND seq > ? AND (state = 'done' OR (
        subject = 'child' AND operation = 'delete' AND step IS NULL
        AND NOT EXISTS (SELECT 1 FROM child WHERE id = change.child_id)))
      ORDER BY seq DESC LIMIT 1
      """, [.integer(Int64(uid)), .integer(step.seq)]
    ) { (row: ResultRow<StepRow>) in row.isNull(.state) ? .final : .step(label: row.text(.label)) }
  }

  private func revert(
    _ step: JournalEntry, to state: String, _ later: LaterChange?,
    _ choose: (StepID, [LoggedEvent]) -> [LoggedEvent]
  ) throws -> UndoneStep {
    let log = try changes(since: step.id)
    let changes = choose(step.id, log)
    let conflict = BabyError.undoConflict(step: step.id.seq, label: step.label)
    guard !UndoJournal.isBlocked(reverting: changes, in: log) else { throw conflict }
    var order: [EntryID] = []
    var entries: [EntryID: Entry] = [:]
    var children: [ChildID] = []
    for change in changes {
      if case .entry(let id, _) = change.subject {
        if entries.updateValue(try invert(change, of: id), forKey: id) == nil { order.append(id) }
      } else if case .child(let id) = change.subject {
        guard try invert(change, of: id) else { throw conflict }
      } else {
        try invert(change)
      }
      if let child = change.subject.child, !children.contains(child) { children.append(child) }
    }
    try db.run("UPDATE change SET state = ?, is_skipped = 0 WHERE seq = ?", [.text(state), .integer(step.id.seq)])
    cache.content.uidsWithoutUndone = []
    return UndoneStep(
      id: step.id, label: step.label, at: step.at, entries: order.compactMap { entries[$0] }, children: children,
      later: later)
  }

  private func invert(_ change: LoggedEvent, of id: EntryID) throws -> Entry {
    guard let entry = try read.entry(id), change.step != nil else { throw Damage() }
    switch change.operation {
    case .insert, .restore, .delete:
      let after = try setDeleted(entry, at: change.operation == .delete ? nil : context.at)
      _ = try record(change.operation.inverse, after, replacing: entry, reverting: change)
      return after
    case .update:
      let before = try db.first(
        Self.keptEntrySQL, [.integer(change.seq)]
      ) { (row: ResultRow<EntryRow>) in (try EntryRow.decode(row), try OriginRow.decode(row.following())) }
      guard let (before, origin) = before else { throw Damage() }
      let after = try replace(entry, with: before)
      let seq = try record(.update, after, replacing: entry, reverting: change)
      try keep(entry, beforeChange: seq)
      if let origin, let now = try read.origin(of: id) {
        try keep(now, beforeChange: seq)
        try setOrigin(origin, of: id)
      }
      return after
    }
  }

  /// - Returns: false when it may not be: a child for which something is logged is not taken away by an undo.
  private func invert(_ change: LoggedEvent, of id: ChildID) throws -> Bool {
    guard let child = try read.child(id) else { throw Damage() }
    var after = child
    switch change.operation {
    case .insert:
      guard try read.entryCounts(child: id).isEmpty else { return false }
      after.removedAt = context.at
    case .restore: after.removedAt = context.at
    case .delete: after.removedAt = nil
    case .update:
      let before = try db.first(
        "SELECT \(ChildRow.columns) FROM child_before WHERE seq = ?", [.integer(change.seq)], ChildRow.decode)
      guard let before else { throw Damage() }
      after = before
      after.createdAt = child.createdAt
      after.removedAt = child.removedAt
    }
    _ = try write(after, change.operation.inverse, replacing: child, reverting: change)
    return true
  }

  /// Restores data in separate rows.
  private func invert(_ change: LoggedEvent) throws {
    try self.change(change.operation.inverse, change.subject, reverting: change) {
      for row in KeptRow.rows(of: change.subject) { try row.putBack(from: change.seq, db) }
    }
  }

  /// All changes that may conflict with a step, from its first change on, newest first.
  ///
  /// An update of a child without a kept row is the server's news about sharing: the child itself is unchanged.
  private func changes(since step: StepID) throws -> [LoggedEvent] {
    try db.all(
      """
      SELECT \(ChangeRow.columns) FROM change
      WHERE seq >= ? AND subject NOT IN ('outbox', 'inbox') AND NOT (
        subject = 'child' AND operation = 'update' AND NOT EXISTS (SELECT 1 FROM child_before WHERE seq = change.seq))
      ORDER BY seq DESC
      """, [.integer(step.seq)], LoggedEvent.init)
  }
}

extension ChangeOperation {
  fileprivate var inverse: ChangeOperation {
    switch self {
    case .insert, .restore: .delete
    case .delete: .restore
    case .update: .update
    }
  }
}
