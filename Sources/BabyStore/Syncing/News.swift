public import BabyModel
import GRDB

/// The inbox item about other people's entries that were added together, long after they happened: one item for all of
/// them, until it is read.
extension WriteTransaction {
  /// Tells of such entries.
  ///
  /// - Parameters:
  ///   - entry: the first of those that are new.
  ///   - person: who imported or logged all of them.
  ///   - text: the text for a number of them.
  public func tellOfBackfill(
    _ entry: Entry, by person: String, _ text: (_ person: String, _ count: Int) -> String
  ) throws {
    let items = try openBackfill(of: entry.childID, by: person)
    guard let known = items.first else {
      let count = try backfillCount(of: entry.childID, by: person, since: entry.createdAt)
      if count > 0 { try addToInbox(.remote, entry: entry.id, child: entry.childID, text: text(person, count)) }
      return
    }
    let isEarlier = entry.createdAt < known.since
    let count = try backfillCount(of: entry.childID, by: person, since: isEarlier ? entry.createdAt : known.since)
    try replace(items, by: count == 0 ? nil : text(person, count), about: isEarlier ? entry.id : known.entry)
  }

  /// Removes unread items about entries that have been deleted.
  ///
  /// - Parameter text: as for `tellOfBackfill`.
  public func dropNewsOfDeleted(_ text: (_ person: String, _ count: Int) -> String) throws {
    try db.run(
      """
      DELETE FROM inbox WHERE kind = 'remote' AND is_dismissed = 0 AND EXISTS (
        SELECT 1 FROM entry WHERE entry.id = inbox.entry_id AND deleted_at IS NOT NULL AND NOT \(EntryRow.isBackfilled))
      """)
    if db.changesCount > 0 { try record(.delete, .inbox) }
    let places = try db.all("SELECT DISTINCT \(BackfillPlaceRow.columns) FROM \(Self.openBackfill)") {
      (row: ResultRow<BackfillPlaceRow>) in
      BackfillPlace(child: try row.id(.child), person: PersonName.bringer(row.text(.author)))
    }
    for place in Set(places) {
      let items = try openBackfill(of: place.child, by: place.person)
      guard let first = items.first else { continue }
      let count = try backfillCount(of: place.child, by: place.person, since: first.since)
      try replace(items, by: count == 0 ? nil : text(place.person, count), about: first.entry)
    }
  }

  private struct BackfillPlace: Hashable {
    var child: ChildID
    var person: String
  }

  /// An item about entries that were added together: the first of them, and when the server got it.
  private struct OpenBackfill {
    var item: Int64
    var entry: EntryID
    var since: Instant
    var text: String
  }

  /// The first entry's first.
  private func openBackfill(of child: ChildID, by person: String) throws -> [OpenBackfill] {
    try db.all(
      """
      SELECT \(OpenBackfillRow.columns) FROM \(Self.openBackfill) AND inbox.child_id = ?1 AND \(Self.isPersons)
      ORDER BY entry.created_at, entry.id
      """, [.id(child), .text(person), .text(PersonName.marker + person)]
    ) { (row: ResultRow<OpenBackfillRow>) in
      OpenBackfill(
        item: row.integer(.item), entry: try row.id(.entry), since: row.instant(.since), text: row.text(.text))
    }
  }

  private static let openBackfill = """
    inbox JOIN entry ON entry.id = inbox.entry_id
    WHERE inbox.kind = 'remote' AND is_dismissed = 0 AND entry.author IS NOT NULL AND \(EntryRow.isBackfilled)
    """

  /// Parameters 2 and 3: the person who logged the entry, and the suffix of its author if that person imported it.
  private static let isPersons = "(entry.author = ?2 OR substr(entry.author, -length(?3)) = ?3)"

  private func backfillCount(of child: ChildID, by person: String, since: Instant) throws -> Int {
    try db.first(
      """
      SELECT count(*) FROM entry INDEXED BY entry_by_start
      WHERE child_id = ?1 AND deleted_at IS NULL AND \(Self.isPersons) AND created_at >= ?4
        AND \(EntryRow.isBackfilled)
      """, [.id(child), .text(person), .text(PersonName.marker + person), .instant(since)]
    ) { Int($0.integer()) } ?? 0
  }

  /// Leaves one item in place of several, or none.
  ///
  /// - Parameter entry: the first of those that it is about.
  private func replace(_ items: [OpenBackfill], by text: String?, about entry: EntryID) throws {
    for item in items.dropFirst(text == nil ? 0 : 1) {
      try db.run("DELETE FROM inbox WHERE id = ?", [.integer(item.item)])
      try record(.delete, .inbox)
    }
    guard let text, let first = items.first, first.text != text || first.entry != entry else { return }
    try db.run(
      "UPDATE inbox SET (text, at, entry_id) = (?, ?, ?) WHERE id = ?",
      [.text(text), .instant(context.at), .id(entry), .integer(first.item)])
    try record(.update, .inbox)
  }
}

private enum OpenBackfillRow: Int32, Columns {
  case item, entry, since, text

  static let columns = ColumnList<Self>(computing: [
    .item: "inbox.id", .entry: "entry.id", .since: "entry.created_at", .text: "inbox.text",
  ])
}

private enum BackfillPlaceRow: Int32, Columns {
  case child, author
  static let columns = ColumnList<Self>(computing: [.child: "inbox.child_id", .author: "entry.author"])
}

extension WriteTransaction {
  /// Stores people who joined or left. Known events are ignored.
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
  /// People who joined or left after an instant; the latest first.
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

/// A change of a person's share, on a machine and on the server.
enum MemberEventRow: Int32, Columns {
  case childID, at, deed, name, role, changedBy

  static let columns = ColumnList<Self>()

  static func values(_ event: MemberEvent) -> [SQLValue] {
    [
      .id(event.childID), .instant(event.at), .text(event.deed.rawValue), .text(event.name),
      .optional(event.role?.rawValue), .optional(event.by),
    ]
  }

  static func decode(_ row: ResultRow<Self>) throws -> MemberEvent {
    MemberEvent(
      childID: try row.id(.childID), at: row.instant(.at), deed: try row.word(.deed), name: row.text(.name),
      role: try row.optionalWord(.role), by: row.optionalText(.changedBy))
  }
}
