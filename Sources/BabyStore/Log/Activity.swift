public import BabyModel
import GRDB

extension ReadTransaction {
  /// A child's entries that were logged last, the last first, as far back as the change log goes; no deleted ones.
  ///
  /// - Parameter limit: how many at most.
  public func loggedEntries(of child: ChildID, limit: Int) throws -> [LoggedEntry] {
    try db.all(Self.loggedEntriesSQL, [.id(child), .integer(Int64(limit))]) {
      (row: ResultRow<EntryRow>) in
      let change: ResultRow<ActivityRow> = row.following()
      let isHere = !change.isNull(.step)
      let entry = try EntryRow.decode(row)
      return LoggedEntry(entry: entry, at: isHere ? change.instant(.at) : entry.createdAt, isHere: isHere)
    }
  }

  /// The changes to a child's entries after an instant, as far back as the change log goes; each with the current
  /// entry, in no particular order.
  ///
  /// - Throws: `CancellationError` if the call was cancelled: an import changes thousands.
  public func entryTraces(of child: ChildID, after instant: Instant) throws -> [EntryTrace] {
    // The log loses its order in time where a clock was set back: all that follows the last change of before counts.
    let begin =
      try db.first("SELECT seq FROM change WHERE at <= ? ORDER BY seq DESC LIMIT 1", [.instant(instant)]) {
        $0.integer()
      } ?? 0
    var operations: [EntryID: [EntryTrace.Step]] = [:]
    try db.eachRow(Self.entryChangesSQL, [.integer(begin), .id(child)]) { (row: ResultRow<ActivityRow>) in
      let step = EntryTrace.Step(operation: try row.word(.operation), isHere: !row.isNull(.step))
      operations[try row.id(.entryID), default: []].append(step)
      return true
    }
    var traces: [EntryTrace] = []
    for (id, steps) in operations {
      if traces.count.isMultiple(of: 256), Task.isCancelled { throw CancellationError() }
      if let entry = try entry(id) { traces.append(EntryTrace(entry: entry, steps: steps)) }
    }
    return traces
  }

  /// The last change of any of a child's entries, as far back as the change log goes.
  public func latestEntryTrace(of child: ChildID) throws -> EntryTrace? {
    let found = try db.first(Self.latestEntryChangeSQL, [.id(child)]) { (row: ResultRow<ActivityRow>) in
      (
        id: try row.id(.entryID) as EntryID,
        step: EntryTrace.Step(operation: try row.word(.operation), isHere: !row.isNull(.step))
      )
    }
    return try found.flatMap { found in
      try entry(found.id).map { EntryTrace(entry: $0, steps: [found.step]) }
    }
  }

  static let latestEntryChangeSQL = """
    SELECT \(ActivityRow.columns) FROM change WHERE subject = 'entry' AND child_id = ? ORDER BY seq DESC LIMIT 1
    """

  static let loggedEntriesSQL = """
    SELECT \(EntryRow.columns.of("entry")), \(ActivityRow.columns.of("change"))
    FROM change JOIN entry ON entry.id = change.entry_id
    WHERE change.subject = 'entry' AND change.operation = 'insert' AND change.child_id = ?
      AND entry.deleted_at IS NULL
    ORDER BY change.seq DESC LIMIT ?
    """

  static let entryChangesSQL = """
    SELECT \(ActivityRow.columns) FROM change WHERE seq > ? AND subject = 'entry' AND child_id = ? ORDER BY seq
    """

  /// When the change log begins; nil while it still has everything, or has nothing.
  public func changeLogBegin() throws -> Instant? {
    if try reachesBack(to: 0) { return nil }
    return try db.first("SELECT \(ActivityRow.columns) FROM change ORDER BY seq LIMIT 1") {
      (row: ResultRow<ActivityRow>) in row.instant(.at)
    }
  }
}

/// An entry, and when it was logged.
public struct LoggedEntry: Hashable, Sendable {
  public let entry: Entry
  /// On this machine, or else when it came to the family server.
  public let at: Instant
  /// Whether it was logged on this machine.
  public let isHere: Bool
}

/// The changes of one entry in the change log.
public struct EntryTrace: Hashable, Sendable {
  /// As it is now.
  public let entry: Entry
  /// In their order; never empty.
  public let steps: [Step]

  public struct Step: Hashable, Sendable {
    public let operation: ChangeOperation
    /// Whether it was made on this machine, and did not come from the family server.
    public let isHere: Bool
  }
}

/// The change log's columns about an entry's change.
private enum ActivityRow: Int32, Columns {
  case entryID, at, operation, step
  static let columns = ColumnList<Self>()
}
