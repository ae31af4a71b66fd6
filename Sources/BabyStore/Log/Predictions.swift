public import BabyModel
import GRDB

extension WriteTransaction {
  /// Stores feedback on a prediction. It is not announced and cannot be undone.
  public func keep(_ verdict: PredictionVerdict, of kind: PredictionKind, child: ChildID) throws {
    try db.run(
      "INSERT INTO prediction_feedback (child_id, kind, verdict, at, uid) VALUES (?, ?, ?, ?, ?)",
      [
        .id(child), .text(kind.rawValue), .text(verdict.rawValue), .instant(context.at),
        .integer(Int64(context.uid)),
      ])
  }
}

extension ReadTransaction {
  /// Counts of the caregivers' feedback on a child's predictions.
  ///
  /// - Parameters: `from` on, and before `to`.
  public func predictionFeedback(
    _ child: ChildID, from: Instant?, to: Instant?
  ) throws -> [PredictionKind: [PredictionVerdict: Int]] {
    let counts: [(kind: PredictionKind, verdict: PredictionVerdict, count: Int)] = try db.all(
      """
      SELECT \(VerdictCount.columns) FROM prediction_feedback
      WHERE child_id = ?1 AND at >= ifnull(?2, at) AND at < ifnull(?3, at + 1) GROUP BY kind, verdict
      """, [.id(child), .instant(from), .instant(to)]
    ) { (row: ResultRow<VerdictCount>) in
      (try row.word(.kind), try row.word(.verdict), Int(row.integer(.count)))
    }
    return counts.reduce(into: [:]) { $0[$1.kind, default: [:]][$1.verdict] = $1.count }
  }
}

private enum VerdictCount: Int32, Columns {
  case kind, verdict, count
  static let columns = ColumnList<Self>(computing: [.count: "count(*)"])
}
