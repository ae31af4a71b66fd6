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
      SELECT seq, label, at, state, is_skipped FROM change
      WHERE uid = ? AND state IN ('done', 'undone') ORDER BY seq DESC LIMIT ?
      """, [.integer(Int64(uid)), .integer(Int64(limit))]
    ) { row in
      let state: JournalEntry.State = row.text(3) == "undone" ? .undone : row.integer(4) != 0 ? .skipped : .done
      return JournalEntry(id: StepID(seq: row.integer(0)), label: row.text(1), at: row.instant(2), state: state)
    }
    guard let oldest = steps.last?.id.seq else { return [] }
    let places = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.id.seq, $0) })
    try db.eachRow(
      """
      SELECT step, child_id, max(entry_id), count(DISTINCT entry_id) FROM change
      WHERE seq >= ? AND step IS NOT NULL AND reverts IS NULL GROUP BY step, child_id ORDER BY min(seq)
      """, [.integer(oldest)]
    ) { row in
      guard let place = places[row.integer(0)] else { return true }
      if !row.isNull(1) { steps[place].children.append(try row.id(1)) }
      if !row.isNull(2) { steps[place].entry = try row.id(2) }
      steps[place].entryCount += Int(row.integer(3))
      return true
    }
    return steps
  }
}
