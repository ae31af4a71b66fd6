public import BabyModel
import GRDB

extension ReadTransaction {
  /// An entry, deleted or not.
  public func entry(_ id: EntryID) throws -> Entry? {
    try db.first("SELECT \(EntryRow.columns) FROM entry WHERE id = ?", [.id(id)], EntryRow.decode)
  }

  /// The entry whose id ends in these hexadecimal digits. Of several, one that is not deleted, and then the latest.
  public func entry(endingIn digits: String) throws -> Entry? {
    let digits = digits.uppercased().filter { $0 != "-" }
    return try db.first(
      """
      SELECT \(EntryRow.columns) FROM entry WHERE substr(hex(id), -length(?1)) = ?1
      ORDER BY deleted_at IS NOT NULL, start_at DESC, id DESC LIMIT 1
      """, [.text(digits)], EntryRow.decode)
  }

  /// The entry that was logged last, by the order of logging; by its start once the log no longer reaches back to it.
  public func lastLoggedEntry(child: ChildID) throws -> Entry? {
    let logged = try db.first(
      """
      SELECT \(EntryRow.columns.of("entry")) FROM change JOIN entry ON entry.id = change.entry_id
      WHERE change.subject = 'entry' AND change.operation = 'insert' AND change.child_id = ?
        AND entry.deleted_at IS NULL
      ORDER BY change.seq DESC LIMIT 1
      """, [.id(child)], EntryRow.decode)
    return try logged ?? entries(EntryQuery(child: child, limit: 1)).entries.first
  }

  /// A timer, if it is going on.
  public func running(_ timer: TimerKey, child: ChildID) throws -> Entry? {
    try db.first(
      """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_running
      WHERE child_id = ? AND kind = ? AND timer = ? AND \(EntryRow.isRunning)
      """, [.id(child), .text(timer.kind.rawValue), .text(timer.text)], EntryRow.decode)
  }

  /// All timers that are going on.
  public func running(child: ChildID) throws -> [Entry] {
    try EntryKind.allCases.filter(\.hasTimer).flatMap { try running(of: $0, child: child) }
  }

  /// All timers of a kind that are going on, at most as many as ever run on one machine; those that began first before the
  /// others.
  public func running(of kind: EntryKind, child: ChildID) throws -> [Entry] {
    try db.all(
      """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_running
      WHERE child_id = ? AND kind = ? AND \(EntryRow.isRunning) ORDER BY start_at, id LIMIT ?
      """, [.id(child), .text(kind.rawValue), .integer(Int64(KindDeclaration.mostRunningActivities))], EntryRow.decode)
  }

  /// What activities of a child were called lately, the latest first, each as it was written last.
  public func activityNames(child: ChildID) throws -> [String] {
    let lately = EntryQuery(child: child, kinds: [.declared(.activity)], limit: Self.recentActivities)
    var known: Set<TimerKey> = []
    return try entries(lately).entries.filter { known.insert($0.timer).inserted }.compactMap(\.content.name)
  }

  /// Entries among which names of activities are looked for.
  private static let recentActivities = 200

  /// The entry of a kind with the latest start; a running one counts.
  ///
  /// - Parameter method: of feeds, only those of this method. Without it, any method, pumping included.
  public func lastEntry(_ kind: EntryKind, method: FeedingMethod? = nil, child: ChildID) throws -> Entry? {
    if kind == .feeding, method == nil {
      return try FeedingMethod.allCases.compactMap { try lastEntry(.feeding, method: $0, child: child) }
        .max { ($0.start, $0.id) < ($1.start, $1.id) }
    }
    return try db.first(
      """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_by_kind
      WHERE child_id = ? AND kind = ? AND method IS ? AND deleted_at IS NULL
      ORDER BY start_at DESC, id DESC LIMIT 1
      """, [.id(child), .text(kind.rawValue), .optional(method?.rawValue)], EntryRow.decode)
  }

  /// How many entries there are that are not deleted, by kind.
  public func entryCounts(child: ChildID) throws -> [EntryKind: Int] {
    let rows = try db.all(
      """
      SELECT \(KindCount.columns) FROM entry INDEXED BY entry_by_kind
      WHERE child_id = ? AND deleted_at IS NULL GROUP BY kind
      """, [.id(child)]
    ) { (row: ResultRow<KindCount>) in (try row.word(.kind) as EntryKind, Int(row.integer(.count))) }
    return Dictionary(rows) { _, last in last }
  }
}

private enum KindCount: Int32, Columns {
  case kind, count
  static let columns = ColumnList<Self>(computing: [.count: "count(*)"])
}
