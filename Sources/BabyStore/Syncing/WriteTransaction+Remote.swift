public import BabyModel
import GRDB

/// What comes from the server. Subscribers hear of it; no undo knows it, and nothing of it is sent back.
extension WriteTransaction {
  /// Makes an entry what the server says, and forgets all that was kept because it was not. A tombstone leaves what was
  /// deleted as it was here.
  ///
  /// - Throws: `BabyError.timerRunning` for a second running sleep or tummy time; `.childNotFound`; `.entryInvalid`.
  public func adopt(_ theirs: Entry) throws {
    let before = try read.entry(theirs.id)
    try write(before.map(theirs.remembering) ?? theirs, isNew: before == nil)
    try forgetRemote(theirs.id)
    try forgetUnsent(theirs.id)
    try db.run("DELETE FROM unknown_entry WHERE id = ?", [.id(theirs.id)])
    guard let operation = Self.operation(from: before, to: theirs) else { return }
    try recordRemote(operation, theirs)
  }

  /// What somebody who looks at the log sees of a change; nil for nothing.
  private static func operation(from before: Entry?, to after: Entry) -> ChangeOperation? {
    switch (before.map { $0.deletedAt == nil } ?? false, after.deletedAt == nil) {
    case (false, false): nil
    case (true, false): .delete
    case (false, true): before == nil ? .insert : .restore
    case (true, true): before?.isSameVersion(as: after) == true ? nil : .update
    }
  }

  /// Changes an entry in the name of syncing and has that sent. The server's version is kept beside it.
  ///
  /// - Parameter theirs: the server's version.
  public func overrule(_ theirs: Entry, with ours: Entry) throws {
    let before = try read.entry(ours.id)
    try write(ours, isNew: before == nil)
    if let operation = Self.operation(from: before, to: ours) { try recordRemote(operation, ours) }
    for row in try read.outboxRows(of: ours.id) { try remove(row) }
    try forgetUnsent(ours.id)
    try keepRemote(theirs)
    try send(ours, base: theirs.updatedAt)
  }

  /// Changes an entry that the server does not have in the name of syncing, and has it sent like that.
  public func amend(_ unsent: Entry) throws {
    try write(unsent, isNew: false)
    try recordRemote(.update, unsent)
    for row in try read.outboxRows(of: unsent.id) { try remove(row) }
    try forgetRemote(unsent.id)
    try send(unsent, base: nil)
  }

  /// Takes an entry out of sight that the server does not have and is not to have.
  public func withdraw(_ entry: Entry) throws {
    var tombstone = entry
    tombstone.deletedAt = context.at
    try write(tombstone, isNew: false)
    try recordRemote(.delete, tombstone)
    try forgetOnServer(entry.id)
  }

  private func write(_ entry: Entry, isNew: Bool) throws {
    try validateEnd(of: entry)
    let values = EntryRow.values(entry)
    try explainingConstraints(on: entry) {
      if isNew {
        try db.run(EntryRow.insertSQL, values)
      } else {
        try db.run(EntryRow.replaceSQL, values + [.id(entry.id)])
      }
    }
  }

  /// Puts an entry back to what the server says, or leaves a tombstone when that knows nothing of it, as a step that
  /// undo takes back: then it is a change of its own.
  ///
  /// Its changes are no longer in the outbox.
  /// - Returns: the entry as it is now.
  public func discardChanges(of entry: Entry) throws -> Entry {
    guard let theirs = try read.remoteEntry(entry.id)?.remembering(entry) else {
      guard entry.deletedAt == nil else {
        try forgetOnServer(entry.id)
        return entry
      }
      let tombstone = try setDeleted(entry, at: context.at)
      _ = try recordHere(.delete, tombstone)
      try forgetOnServer(entry.id)
      return tombstone
    }
    try write(theirs, isNew: false)
    if !entry.hasSameFields(as: theirs) { try keep(entry, beforeChange: recordHere(.update, theirs)) }
    if entry.deletedAt == nil, theirs.deletedAt != nil { _ = try recordHere(.delete, theirs) }
    if entry.deletedAt != nil, theirs.deletedAt == nil { _ = try recordHere(.restore, theirs) }
    try forgetRemote(entry.id)
    return theirs
  }

  // MARK: Children

  /// Makes a child what the server says.
  public func adopt(_ theirs: Child) throws {
    let before = try read.child(theirs.id)
    guard let before else {
      try db.run(ChildRow.insertSQL, ChildRow.values(theirs))
      try record(.insert, .child(theirs.id))
      return
    }
    guard before != theirs else { return }
    var same = before
    // The server has clocks and numbers of its own: that it says when it got the child is nobody's change.
    (same.createdAt, same.updatedAt) = (theirs.createdAt, theirs.updatedAt)
    if same == theirs {
      // What was sent, confirmed: nothing that anybody sees has changed.
      try put(theirs)
      memory.content.forgetFamily()
    } else {
      try KeptRow.child(theirs.id).keep(beforeChange: nextSeq(), db)
      try put(theirs)
      try record(.update, .child(theirs.id))
    }
  }

  /// Changes a child in the name of syncing and has that sent. The server's version is kept beside it.
  ///
  /// - Parameter theirs: the server's version.
  public func overrule(_ theirs: Child, with ours: Child) throws {
    if try read.child(ours.id) != ours {
      try put(ours)
      try record(.update, .child(ours.id))
    }
    try send(ours.id, base: theirs.updatedAt)
    try keepRemote(theirs)
  }

  /// Notes what the account may do with a child.
  public func setRole(_ role: Role, in child: ChildID) throws {
    guard try read.role(in: child) != role || read.isNoLongerShared(child) else { return }
    try db.run(
      """
      INSERT INTO child_share (child_id, role) VALUES (?1, ?2)
      ON CONFLICT (child_id) DO UPDATE SET (role, ended_at) = (?2, NULL)
      """,
      [.id(child), .text(role.rawValue)])
    try record(.update, .child(child))
  }

  /// Notes whether it is known here what the server has of a child's due date and weight at birth.
  public func setBirthKept(_ isKept: Bool, of child: ChildID) throws {
    guard try read.isBirthKept(of: child) != isKept else { return }
    try db.run("UPDATE child_share SET keeps_birth = ? WHERE child_id = ?", [.integer(isKept ? 1 : 0), .id(child)])
  }

  /// Takes a child out of sight that the server does not know, or no longer shares with the account. Its entries stay.
  public func hide(_ child: Child) throws {
    var hidden = child
    hidden.removedAt = context.at
    try put(hidden)
    try record(.delete, .child(child.id))
  }

  // MARK: How far it has come

  public func setSyncState(_ state: SyncState) throws {
    let columns = SyncStateRow.columns
    try db.run("UPDATE sync_state SET (\(columns)) = (\(columns.placeholders))", SyncStateRow.values(state))
  }

  /// Keeps an entry that cannot be read yet.
  ///
  /// - Returns: whether it was not kept before.
  public func keep(_ unknown: UnknownEntry) throws -> Bool {
    let was = try unknownState(unknown.id)
    try db.run(
      """
      INSERT INTO unknown_entry (id, word, json) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET (word, json) = (
        ?2, CASE WHEN ?3 ->> '$.deletedAt' IS NULL OR json ->> '$.note' IS NULL THEN ?3
        ELSE json_set(?3, '$.note', json ->> '$.note') END)
      WHERE ifnull(?3 ->> '$.updatedAt' >= json ->> '$.updatedAt', 1)
      """, [.id(unknown.id), .text(unknown.word), .text(unknown.json)])
    guard let was else { return true }
    try forgetLost(unknown.id)
    // A new one is told of in the inbox; one that is gone or back changes what is counted in the child's timeline.
    if let now = try unknownState(unknown.id), now.isDeleted != was.isDeleted, let child = now.child,
      try read.child(child) != nil
    {
      try record(.update, .child(child))
    }
    return false
  }

  private func unknownState(_ id: EntryID) throws -> (child: ChildID?, isDeleted: Bool)? {
    try db.first("SELECT \(UnknownStateRow.columns) FROM unknown_entry WHERE id = ?", [.id(id)]) {
      (row: ResultRow<UnknownStateRow>) in (row.optionalText(.child).flatMap { ChildID($0) }, row.flag(.isDeleted))
    }
  }

  /// Notes which of those should be on the list of what the server has, and are not.
  public func noteLost() throws {
    try db.run(
      """
      UPDATE unknown_entry SET is_lost = 1
      WHERE id NOT IN (SELECT entry_id FROM listed_entry) AND is_deleted = 0
      """)
  }

  /// The server has one again, or will not have it.
  public func forgetLost(_ id: EntryID) throws {
    try db.run("UPDATE unknown_entry SET is_lost = 0 WHERE id = ? AND is_lost = 1", [.id(id)])
  }

  /// Begins the list of what the server has.
  public func beginListing() throws { try db.run("DELETE FROM listed_entry") }

  /// Notes that the server has an entry.
  public func list(_ id: EntryID) throws {
    try db.run("INSERT INTO listed_entry (entry_id) VALUES (?) ON CONFLICT DO NOTHING", [.id(id)])
  }

  /// Ends the list.
  ///
  /// - Returns: the entries that should be on it and are not: tombstones and what has changes on their way included.
  public func endListing() throws -> [EntryID] {
    let missing: [EntryID] = try db.all(
      """
      SELECT id FROM entry
      WHERE id NOT IN (SELECT entry_id FROM listed_entry) AND id NOT IN (SELECT entry_id FROM unsent_tombstone)
      """
    ) { try $0.id() }
    try db.run("DELETE FROM listed_entry")
    return missing
  }

  // MARK: The inbox

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

  /// Takes back that an entry could not be sent.
  public func resolveFailures(of entry: EntryID) throws {
    try db.run("DELETE FROM inbox WHERE entry_id = ? AND kind = 'failed'", [.id(entry)])
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Puts something into the inbox that is about this machine and no entry, once until it is taken back.
  ///
  /// - Returns: false when there is such an item.
  public func addToInboxOnce(_ text: String) throws -> Bool {
    let isThere = try db.exists("SELECT 1 FROM inbox WHERE kind = 'failed' AND entry_id IS NULL AND child_id IS NULL")
    if isThere { return false }
    try addToInbox(.failed, entry: nil, child: nil, text: text)
    return true
  }

  /// Takes back what is about this machine.
  public func resolveFailuresOfMachine() throws {
    try db.run("DELETE FROM inbox WHERE kind = 'failed' AND entry_id IS NULL AND child_id IS NULL")
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }

  /// Says of a child itself what could not be sent, once until it is taken back.
  public func addFailureOnce(ofChild child: ChildID, text: String) throws {
    let isThere = try db.exists(
      "SELECT 1 FROM inbox WHERE child_id = ? AND entry_id IS NULL AND kind = 'failed'", [.id(child)])
    if !isThere { try addToInbox(.failed, entry: nil, child: child, text: text) }
  }

  /// Takes back that a change of a child itself could not be sent.
  public func resolveFailures(ofChild child: ChildID) throws {
    try db.run("DELETE FROM inbox WHERE child_id = ? AND entry_id IS NULL AND kind = 'failed'", [.id(child)])
    if db.changesCount > 0 { try record(.delete, .inbox) }
  }
}

extension Entry {
  /// The same, and if it is a tombstone, what it stands for: undo brings back what it was. A tombstone has all that was
  /// deleted but the note, which is the last that is known here. What was deleted here is as it was then.
  fileprivate func remembering(_ known: Entry) -> Entry {
    guard deletedAt != nil else { return self }
    var entry = known
    if known.deletedAt == nil {
      (entry.content, entry.start, entry.end, entry.endUnknown) = (content, start, end, endUnknown)
    }
    (entry.author, entry.changedBy) = (author, changedBy)
    (entry.createdAt, entry.updatedAt, entry.deletedAt) = (createdAt, updatedAt, deletedAt)
    return entry
  }

  /// Whether all that an update can set is the same.
  fileprivate func hasSameFields(as other: Entry) -> Bool {
    content == other.content && start == other.start && end == other.end && endUnknown == other.endUnknown
      && note == other.note
  }
}
