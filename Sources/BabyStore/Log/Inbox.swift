public import BabyModel
import GRDB

// The inbox: what syncing has to tell people.

extension ReadTransaction {
  /// The inbox, newest first.
  ///
  /// - Parameter includingDismissed: whether to include dismissed items.
  public func inbox(includingDismissed: Bool = false, limit: Int) throws -> [InboxItem] {
    try db.all(
      "\(Self.inboxSQL) WHERE is_dismissed = 0 OR ? ORDER BY inbox.id DESC LIMIT ?",
      [.integer(includingDismissed ? 1 : 0), .integer(Int64(limit))], InboxRow.decode)
  }

  /// The number of open items.
  public func openInboxCount() throws -> Int {
    try db.first("SELECT count(*) FROM inbox WHERE is_dismissed = 0") { Int($0.integer()) } ?? 0
  }

  public func inboxItem(_ id: Int64) throws -> InboxItem? {
    try db.first("\(Self.inboxSQL) WHERE inbox.id = ?", [.integer(id)], InboxRow.decode)
  }

  private static let inboxSQL = """
    SELECT \(EntryRow.columns.of("inbox_entry")), \(InboxRow.columns.of("inbox"))
    FROM inbox LEFT JOIN inbox_entry ON item = inbox.id
    """

  /// Whether the inbox contains read news of children that are gone.
  public func hasSeenNewsOfGone() throws -> Bool {
    try db.exists("SELECT 1 FROM inbox WHERE \(Self.isSeenNewsOfGone) LIMIT 1")
  }

  static let isSeenNewsOfGone = "is_dismissed = 1 AND child_id IS NOT NULL AND child_id NOT IN (SELECT id FROM child)"
}

extension WriteTransaction {
  /// Puts something into the inbox.
  ///
  /// - Parameter version: of a conflict, what is not shown.
  public func addToInbox(
    _ kind: InboxItem.Kind, entry: EntryID?, child: ChildID?, text: String, version: Entry? = nil
  ) throws {
    let id = SQLValue.integer(try record(.insert, .inbox))
    try db.run(
      "INSERT INTO inbox (id, kind, at, entry_id, child_id, text) VALUES (?, ?, ?, ?, ?, ?)",
      [id, .text(kind.rawValue), .instant(context.at), .id(entry), .id(child), .text(text)])
    guard let version else { return }
    try db.run(
      "INSERT INTO inbox_entry (item, \(EntryRow.columns)) VALUES (?, \(EntryRow.columns.placeholders))",
      [id] + EntryRow.values(version))
  }

  /// Marks an item as seen; it is kept for a while.
  ///
  /// - Returns: false when there is no such item.
  @discardableResult
  public func dismissInboxItem(_ id: Int64) throws -> Bool {
    guard let item = try read.inboxItem(id) else { return false }
    if item.isDismissed { return true }
    try db.run("UPDATE inbox SET is_dismissed = 1 WHERE id = ?", [.integer(id)])
    try record(.update, .inbox)
    return true
  }

  /// Deletes items.
  func deleteFromInbox(where condition: String, _ values: [SQLValue] = []) throws {
    try db.run("DELETE FROM inbox WHERE \(condition)", values)
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Takes back that an entry could not be sent.
  public func resolveFailures(of entry: EntryID) throws {
    try deleteFromInbox(where: "entry_id = ? AND kind = 'failed'", [.id(entry)])
  }

  /// Reports of a child itself, or without one of this machine, what could not be sent: once until it is taken back.
  ///
  /// - Returns: false when there is such an item.
  @discardableResult
  public func addFailureOnce(ofChild child: ChildID?, text: String) throws -> Bool {
    if try db.exists("SELECT 1 FROM inbox WHERE \(Self.isFailureOfChild)", [.id(child)]) { return false }
    try addToInbox(.failed, entry: nil, child: child, text: text)
    return true
  }

  /// Takes back that a change of a child itself could not be sent, or without one what is about this machine.
  public func resolveFailures(ofChild child: ChildID?) throws {
    try deleteFromInbox(where: Self.isFailureOfChild, [.id(child)])
  }

  private static let isFailureOfChild = "child_id IS ? AND entry_id IS NULL AND kind = 'failed'"
}

/// Of an item of the inbox, behind the version of an entry that it may have.
private enum InboxRow: Int32, Columns {
  case id, kind, at, entryID, childID, text, isDismissed

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<EntryRow>) throws -> InboxItem {
    let item = row.following(Self.self)
    return InboxItem(
      id: item.integer(.id), kind: try item.word(.kind), at: item.instant(.at), entryID: try item.optionalID(.entryID),
      childID: try item.optionalID(.childID), text: item.text(.text),
      version: row.isNull(.id) ? nil : try EntryRow.decode(row), isDismissed: item.flag(.isDismissed))
  }
}

/// The inbox item about other people's entries that were added together, long after they happened: one item for all of
/// them, until it is read.
extension WriteTransaction {
  /// Tells of such entries.
  ///
  /// - Parameters:
  ///   - entry: the first of those that are new.
  ///   - person: who imported or logged all of them.
  ///   - text: the text for a number of them.
  public func notifyOfBackfill(
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
  /// - Parameter text: as for `notifyOfBackfill`.
  public func dropNewsOfDeleted(_ text: (_ person: String, _ count: Int) -> String) throws {
    try deleteFromInbox(
      where: """
        kind = 'remote' AND is_dismissed = 0 AND EXISTS (
          SELECT 1 FROM entry WHERE entry.id = inbox.entry_id AND deleted_at IS NOT NULL AND NOT \(EntryRow.isBackfilled))
        """)
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
    for item in items.dropFirst(text == nil ? 0 : 1) { try deleteFromInbox(where: "id = ?", [.integer(item.item)]) }
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
