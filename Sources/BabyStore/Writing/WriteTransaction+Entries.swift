public import BabyModel
import GRDB

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

  /// Puts new content, times, note and author into an entry; its child, `createdAt` and `deletedAt` stay. One that says all
  /// of that already stays as it is, and nothing is logged.
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
