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
  /// What it was called when it was made: "Logged left breast".
  public let label: String
  public let at: Instant
  public let state: State
  /// How many entries it has changed.
  public fileprivate(set) var entryCount = 0
  /// One of them.
  public fileprivate(set) var entry: EntryID?
  /// The children that it is about.
  public fileprivate(set) var children: [ChildID] = []
}

extension ReadTransaction {
  /// The uid's steps, the last first: what can be undone, and what can be done again.
  public func journal(uid: UInt32, limit: Int) throws -> [JournalEntry] {
    var steps = try db.all(
      """
      SELECT \(StepRow.columns) FROM change
      WHERE uid = ? AND state IN ('done', 'undone') ORDER BY seq DESC LIMIT ?
      """, [.integer(Int64(uid)), .integer(Int64(limit))]
    ) { (row: ResultRow<StepRow>) in
      let state: JournalEntry.State =
        row.text(.state) == "undone" ? .undone : row.flag(.isSkipped) ? .skipped : .done
      return JournalEntry(
        id: StepID(seq: row.integer(.seq)), label: row.text(.label), at: row.instant(.at), state: state)
    }
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

/// What undo knows of a step, in the first of its changes.
enum StepRow: Int32, Columns {
  case seq, label, at, state, isSkipped
  static let columns = ColumnList<Self>()
}

/// What a step has changed of one child.
private enum StepContentRow: Int32, Columns {
  case step, childID, lastEntry, entryCount

  static let columns = ColumnList<Self>(computing: [
    .lastEntry: "max(entry_id)", .entryCount: "count(DISTINCT entry_id)",
  ])
}
