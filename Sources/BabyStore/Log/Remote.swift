public import BabyModel
import GRDB

/// Changes from the server. Subscribers are notified of them; they cannot be undone, and are not sent back.
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

  /// The visible effect of a change on the log; nil for none.
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

  /// Resets an entry to the server's version, or leaves a tombstone if there is none, as a step that can be undone:
  /// then it becomes a new change.
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
    // The server's timestamps alone are not a visible change.
    (same.createdAt, same.updatedAt) = (theirs.createdAt, theirs.updatedAt)
    if same == theirs {
      // A confirmation of what was sent: nothing visible has changed.
      try put(theirs)
      cache.content.forgetFamily()
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
      ORDER BY at DESC, name, action LIMIT ?
      """, [.id(child), .instant(instant), .integer(Int64(limit))], MemberEventRow.decode)
  }
}

/// A change of a person's share, on a machine and on the server.
enum MemberEventRow: Int32, Columns {
  case childID, at, action, name, role, changedBy

  static let columns = ColumnList<Self>()

  static func values(_ event: MemberEvent) -> [SQLValue] {
    [
      .id(event.childID), .instant(event.at), .text(event.action.rawValue), .text(event.name),
      .optional(event.role?.rawValue), .optional(event.by),
    ]
  }

  static func decode(_ row: ResultRow<Self>) throws -> MemberEvent {
    MemberEvent(
      childID: try row.id(.childID), at: row.instant(.at), action: try row.word(.action), name: row.text(.name),
      role: try row.optionalWord(.role), by: row.optionalText(.changedBy))
  }
}
