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
    try loggedEntries(of: child, limit: 1).first?.entry ?? entries(EntryQuery(child: child, limit: 1)).entries.first
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

  /// All running timers of a kind, the earliest first; at most as many as ever run on one machine.
  public func running(of kind: EntryKind, child: ChildID) throws -> [Entry] {
    try db.all(
      """
      SELECT \(EntryRow.columns) FROM entry INDEXED BY entry_running
      WHERE child_id = ? AND kind = ? AND \(EntryRow.isRunning) ORDER BY start_at, id LIMIT ?
      """, [.id(child), .text(kind.rawValue), .integer(Int64(KindDeclaration.mostRunningActivities))], EntryRow.decode)
  }

  /// The names of a child's recent activities, the latest first, each as it was last written.
  public func activityNames(child: ChildID) throws -> [String] {
    let lately = EntryQuery(child: child, kinds: [.declared(.activity)], limit: Self.recentActivities)
    var known: Set<TimerKey> = []
    return try entries(lately).entries.filter { known.insert($0.timer).inserted }.compactMap(\.content.name)
  }

  /// Entries among which names of activities are looked for.
  private static let recentActivities = 200

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

  /// The start of the child's last entry of each declared kind that it has.
  func lastStarts(ofDeclaredKinds child: ChildID) throws -> [EntryKind: Instant] {
    let rows = try db.all(Self.lastStartsSQL, [.id(child)]) { (row: ResultRow<KindStart>) in
      (try row.word(.kind) as EntryKind, row.instant(.startAt))
    }
    return Dictionary(rows) { one, _ in one }
  }

  /// Each is one step in a covering index. Parameter: the child.
  static let lastStartsSQL = DeclaredKinds.all.map { kind in
    """
    SELECT * FROM (
      SELECT \(KindStart.columns) FROM entry INDEXED BY entry_by_kind
      WHERE child_id = ?1 AND deleted_at IS NULL AND kind = '\(kind.word)' AND method IS NULL
      ORDER BY start_at DESC LIMIT 1)
    """
  }.joined(separator: " UNION ALL ")
}

private enum KindCount: Int32, Columns {
  case kind, count
  static let columns = ColumnList<Self>(computing: [.count: "count(*)"])
}

private enum KindStart: Int32, Columns {
  case kind, startAt
  static let columns = ColumnList<Self>()
}

extension WriteTransaction {
  /// Adds an entry.
  ///
  /// - Throws: `BabyError.entryExists`, also for a deleted entry with the id; `.timerRunning` for a second running
  ///   sleep or tummy time; `.childNotFound`; `.entryInvalid` for an end before the start or a day after it.
  public func insert(_ entry: Entry) throws {
    guard try insertIfAbsent(entry) else { throw BabyError.entryExists(entry.id) }
  }

  /// Adds an entry unless there is one with its id, deleted or not.
  ///
  /// - Returns: whether it was added.
  /// - Throws: as `insert`.
  public func insertIfAbsent(_ entry: Entry) throws -> Bool {
    try validateEnd(of: entry)
    try explainingConstraints(on: entry) { try db.run(EntryRow.insertSQL, EntryRow.values(entry)) }
    guard db.changesCount > 0 else { return false }
    _ = try record(.insert, entry, replacing: nil)
    return true
  }

  /// Replaces an entry's content, times, note and author; its child, `createdAt` and `deletedAt` stay. If nothing
  /// differs, nothing is written or logged.
  ///
  /// - Returns: the entry as it is now, updated at the transaction's time.
  /// - Throws: `BabyError.entryNotFound`, `.entryDeleted`, and as `insert`.
  @discardableResult
  public func update(_ entry: Entry) throws -> Entry {
    let known = try liveEntry(entry.id)
    var wanted = entry
    wanted.childID = known.childID
    wanted.deletedAt = nil
    if known.isSameVersion(as: wanted), known.author == entry.author { return known }
    return try loggedUpdate(entry).after
  }

  /// - Returns: also the change's seq, under which is kept what the entry was.
  func loggedUpdate(_ entry: Entry) throws -> (after: Entry, seq: Int64) {
    let before = try liveEntry(entry.id)
    let after = try replace(before, with: entry)
    let seq = try record(.update, after, replacing: before)
    try keep(before, beforeChange: seq)
    return (after, seq)
  }

  /// Leaves a tombstone in place of an entry.
  ///
  /// - Throws: `BabyError.entryNotFound`, `.entryDeleted`.
  @discardableResult
  public func delete(_ id: EntryID) throws -> Entry {
    let before = try liveEntry(id)
    let entry = try setDeleted(before, at: context.at)
    _ = try record(.delete, entry, replacing: before)
    return entry
  }

  /// Brings a deleted entry back. One that is not deleted stays as it is, and nothing is logged.
  ///
  /// - Throws: `BabyError.entryNotFound`; `.timerRunning` when it would run beside another.
  @discardableResult
  public func restore(_ id: EntryID) throws -> Entry {
    guard let entry = try read.entry(id) else { throw BabyError.entryNotFound(id.description) }
    guard entry.deletedAt != nil else { return entry }
    let restored = try setDeleted(entry, at: nil)
    _ = try record(.restore, restored, replacing: entry)
    return restored
  }

  /// Brings a deleted entry back with other content, times and note than it was deleted with.
  ///
  /// - Throws: as `restore` and `update`.
  @discardableResult
  public func restore(_ id: EntryID, as wanted: Entry) throws -> Entry {
    guard let before = try read.entry(id) else { throw BabyError.entryNotFound(id.description) }
    var known = before
    known.deletedAt = nil
    if before.deletedAt != nil, !known.isSameVersion(as: wanted) {
      var content = wanted
      content.author = before.author ?? wanted.author
      let changed = try replace(before, with: content)
      try keep(before, beforeChange: record(.update, changed, replacing: before))
    }
    return try restore(id)
  }

  // MARK: What undo shares

  func replace(_ before: Entry, with content: Entry) throws -> Entry {
    var after = content
    after.childID = before.childID
    after.createdAt = before.createdAt
    after.deletedAt = before.deletedAt
    after.changedBy = nil
    after.updatedAt = context.at
    try validateEnd(of: after)
    try explainingConstraints(on: after) { try db.run(EntryRow.replaceSQL, EntryRow.values(after) + [.id(after.id)]) }
    return after
  }

  func setDeleted(_ entry: Entry, at deletedAt: Instant?) throws -> Entry {
    var after = entry
    after.deletedAt = deletedAt
    after.changedBy = nil
    after.updatedAt = context.at
    try explainingConstraints(on: after) {
      try db.run(
        "UPDATE entry SET deleted_at = ?, changed_by = NULL, updated_at = ? WHERE id = ?",
        [.instant(deletedAt), .instant(context.at), .id(entry.id)])
    }
    return after
  }

  func keep(_ before: Entry, beforeChange seq: Int64) throws {
    try db.run(
      "INSERT INTO entry_before (seq, \(EntryRow.columns)) VALUES (?, \(EntryRow.columns.placeholders))",
      [.integer(seq)] + EntryRow.values(before))
  }

  private func liveEntry(_ id: EntryID) throws -> Entry {
    guard let entry = try read.entry(id) else { throw BabyError.entryNotFound(id.description) }
    guard entry.deletedAt == nil else { throw BabyError.entryDeleted(id) }
    return entry
  }

  func validateEnd(of entry: Entry) throws {
    guard !entry.hasPossibleEnd, let duration = entry.duration else { return }
    let rule =
      duration < .zero
      ? "must not be before the start"
      : "must be at most \(EntryLimits.longest.wholeMinutes / 60) hours after the start"
    throw BabyError.entryInvalid([FieldError("end", rule)])
  }

  /// Says in the rules' words what a constraint of the table has refused.
  func explainingConstraints(on entry: Entry, _ statement: () throws -> Void) throws {
    do {
      try statement()
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      guard let running = try read.running(entry.timer, child: entry.childID) else { throw error }
      let child = try read.child(entry.childID)?.name ?? ""
      throw BabyError.timerRunning(running.timer, running.id, since: running.start, child: child)
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
      throw BabyError.childNotFound(entry.childID.description)
    }
  }
}
