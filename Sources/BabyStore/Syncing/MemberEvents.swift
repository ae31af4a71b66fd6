public import BabyModel
import GRDB

extension WriteTransaction {
  /// Keeps who came to share children, or shares them no more. What is known already is no news.
  public func keep(_ events: [MemberEvent]) throws {
    var changed: [ChildID] = []
    for event in events where event.at >= context.at - Self.journalLifetime {
      try db.run(
        """
        INSERT INTO member_event (\(MemberEventRow.columns)) VALUES (\(MemberEventRow.columns.placeholders))
        ON CONFLICT DO NOTHING
        """, MemberEventRow.values(event))
      if db.changesCount > 0, !changed.contains(event.childID) { changed.append(event.childID) }
    }
    for child in changed { try record(.update, .child(child)) }
  }
}

extension ReadTransaction {
  /// Who came to share a child after an instant, or shares it no more; the latest first.
  ///
  /// - Parameter limit: how many at most.
  public func memberEvents(of child: ChildID, after instant: Instant, limit: Int) throws -> [MemberEvent] {
    try db.all(
      """
      SELECT \(MemberEventRow.columns) FROM member_event WHERE child_id = ? AND at > ?
      ORDER BY at DESC, name, deed LIMIT ?
      """, [.id(child), .instant(instant), .integer(Int64(limit))], MemberEventRow.decode)
  }
}
