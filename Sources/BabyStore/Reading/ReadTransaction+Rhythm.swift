public import BabyModel
import GRDB

extension ReadTransaction {
  /// A child's sleeps and feeds, pumping left out.
  ///
  /// - Parameters:
  ///   - from: what began before is left out.
  ///   - solids: whether solid food is a feed.
  public func rhythm(_ child: ChildID, from: Instant? = nil, solids: Switch = .off) throws -> Rhythm {
    var sleeps: [Stretch] = []
    var feedings: [Stretch] = []
    let earliest = from ?? Instant(milliseconds: .min)
    let food: [(String, String?)] = solids == .on ? [(KindDeclaration.food.word, nil)] : []
    for (kind, method) in [("sleep", nil), ("feeding", "breast"), ("feeding", "bottle")] + food {
      try db.eachRow(
        Self.rhythmSQL, [.id(child), .text(kind), .optional(method), .instant(earliest)]
      ) { (row: ResultRow<StretchRow>) in
        let stretch = Stretch(
          start: row.instant(.startAt), end: row.optionalInstant(.endAt), endUnknown: row.flag(.endUnknown),
          isBottle: method == "bottle")
        if kind == "sleep" { sleeps.append(stretch) } else { feedings.append(stretch) }
        return true
      }
    }
    return Rhythm(sleeps: sleeps, feedings: feedings)
  }

  /// Parameters: child, kind, method, and the earliest start.
  static let rhythmSQL = """
    SELECT \(StretchRow.columns) FROM entry INDEXED BY entry_by_kind
    WHERE child_id = ?1 AND kind = ?2 AND method IS ?3 AND start_at >= ?4 AND deleted_at IS NULL ORDER BY start_at
    """
}

/// What the index by kind holds of an entry.
private enum StretchRow: Int32, Columns {
  case startAt, endAt, endUnknown
  static let columns = ColumnList<Self>()
}
