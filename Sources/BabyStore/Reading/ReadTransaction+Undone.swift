public import BabyModel
import GRDB

/// What was taken back, so that doing it again brings it back.
extension ReadTransaction {
  /// Entries to which nothing has happened since an undo took them back: one that was made here, as far as the journal
  /// reaches, or one of an import on another machine.
  public func undoneEntries() throws -> Set<EntryID> {
    // Of each group SQLite gives the columns of the row with the highest seq.
    let sql = """
      SELECT entry_id FROM (
        SELECT entry_id, operation, reverts, max(seq) FROM change WHERE subject = 'entry' GROUP BY entry_id)
      WHERE operation = 'delete' AND reverts IS NOT NULL
      """
    return Set(try db.all(sql) { try $0.id() }).union(try entriesTakenBackElsewhere())
  }

  /// Children to which nothing has happened since an undo took them away, as far as the journal reaches.
  public func undoneChildren() throws -> Set<ChildID> {
    // An update does not bring a child back.
    let sql = """
      SELECT child_id FROM (
        SELECT child_id, operation, reverts, max(seq) FROM change
        WHERE subject = 'child' AND operation <> 'update' GROUP BY child_id)
      WHERE operation = 'delete' AND reverts IS NOT NULL
      """
    return Set(try db.all(sql) { try $0.id() })
  }

  /// Entries of imports on other machines of which nothing is left.
  ///
  /// No tombstone says why it is there. But all rows of an import reach the server together, and when only some of them
  /// were deleted, the others are still there. The answer matters only when a file is imported again, or a log uploaded
  /// again. It can be wrong in two ways:
  ///
  /// - All rows of an import were deleted one by one. Importing that file again brings them back, reports how many entries
  ///   it added, and one undo takes all of them away.
  /// - An undone import came within `longestPause` of another one by the same person for the same child, of which something
  ///   is left. Then its rows stay deleted on other machines; where it was undone, the journal knows better.
  ///
  /// Comparing the times of deletion would not help: a machine that was offline in between sends an undo in several parts,
  /// and the comparison would miss it.
  private func entriesTakenBackElsewhere() throws -> Set<EntryID> {
    var (taken, run): (Set<EntryID>, [EntryID]) = ([], [])
    var isLeft = false
    var last: (child: ChildID, author: String?, at: Instant)?
    try db.eachRow(
      """
      SELECT \(ArrivalRow.columns) FROM entry WHERE import_id IS NULL AND \(EntryRow.hasDerivedID)
      ORDER BY child_id, author, created_at
      """
    ) { (row: ResultRow<ArrivalRow>) in
      let child: ChildID = try row.id(.childID)
      let (author, at) = (row.optionalText(.author), row.instant(.createdAt))
      let isSame = last.map { $0.child == child && $0.author == author && at - $0.at < Self.longestPause } ?? false
      if !isSame {
        if !isLeft { taken.formUnion(run) }
        (run, isLeft) = ([], false)
      }
      run.append(try row.id(.id))
      if row.isNull(.deletedAt) { isLeft = true }
      last = (child, author, at)
      return true
    }
    return isLeft ? taken : taken.union(run)
  }

  /// Between two entries of one import on their way to the server.
  private static let longestPause: Duration = .minutes(10)
}

/// Whose an entry is, and when the server got it.
private enum ArrivalRow: Int32, Columns {
  case id, childID, author, createdAt, deletedAt
  static let columns = ColumnList<Self>()
}
