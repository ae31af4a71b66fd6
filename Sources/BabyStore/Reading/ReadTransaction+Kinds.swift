public import BabyModel
import GRDB

extension ReadTransaction {
  /// When the last entry of each declared kind began, of those of which the child has one.
  public func lastStarts(ofDeclaredKinds child: ChildID) throws -> [EntryKind: Instant] {
    let rows = try db.all(Self.lastStartsSQL, [.id(child)]) { (row: ResultRow<KindStart>) in
      (try row.word(.kind) as EntryKind, row.instant(.startAt))
    }
    return Dictionary(rows) { one, _ in one }
  }

  /// Each by a step into the index, which has all that is asked. Parameter: the child.
  static let lastStartsSQL = DeclaredKinds.all.map { kind in
    """
    SELECT * FROM (
      SELECT \(KindStart.columns) FROM entry INDEXED BY entry_by_kind
      WHERE child_id = ?1 AND deleted_at IS NULL AND kind = '\(kind.word)' AND method IS NULL
      ORDER BY start_at DESC LIMIT 1)
    """
  }.joined(separator: " UNION ALL ")
}

private enum KindStart: Int32, Columns {
  case kind, startAt
  static let columns = ColumnList<Self>()
}
