public import BabyModel
import GRDB

/// How local changes get into the outbox: in the same transaction, so that neither is ever there without the other.
///
/// An entry without a change in the outbox is as the server has it; its `updatedAt` is the server's version.
extension WriteTransaction {
  /// Has the change that was logged last sent.
  ///
  /// - Parameter before: the entry as it was; nil for a new one.
  func enqueue(_ entry: Entry, replacing before: Entry?) throws {
    try require(.caregiver, of: entry.childID)
    let rows = try read.outboxRows(of: entry.id)
    guard let last = rows.last else { return try enqueueFirst(entry, replacing: before) }
    if last.isRefused || !last.isAttempted {
      // The server has never taken it, so the new one takes its place.
      if entry.deletedAt != nil, last.base == nil, rows.count == 1 {
        try remove(last, as: .discarded)
        if let base = try read.baseOfDeletion(of: entry) { return try add(entry.id, child: entry.childID, base: base) }
        return last.isAttempted ? try markMissingOnServer(entry, deletedAs: nil) : try forgetOnServer(entry.id)
      }
      if !last.isAttempted {
        guard entry.deletedAt != nil, let before, try saysMore(before, thanBefore: rows) else {
          return tell(.waiting, entry.id, child: entry.childID)
        }
        // Send the edit first: restoring it on another machine must bring back the deleted version.
        try freeze(last, as: before)
      } else {
        try remove(last)
      }
    } else {
      // It may or may not have arrived: settle it first.
      guard let before else { throw Damage() }
      try freeze(last, as: before)
      if var head = rows.first, head.state == .failed { try requeue(&head) }
    }
    try add(entry.id, child: entry.childID, base: last.base)
  }

  /// Makes a change send the current entry, whatever happens to it later.
  private func freeze(_ row: OutboxRow, as entry: Entry) throws {
    try db.run(
      "INSERT INTO outbox_entry (number, \(EntryRow.columns)) VALUES (?, \(EntryRow.columns.placeholders))",
      [.integer(row.number)] + EntryRow.values(entry))
  }

  /// Whether the last of an entry's changes makes another version of it than the server has by then.
  private func saysMore(_ entry: Entry, thanBefore rows: [OutboxRow]) throws -> Bool {
    guard entry.deletedAt == nil else { return false }
    let earlier = try rows.count > 1 ? read.entry(after: rows[rows.count - 2]) : read.remoteEntry(entry.id)
    return earlier.map { !$0.isSameVersion(as: entry) } ?? true
  }

  private func enqueueFirst(_ entry: Entry, replacing before: Entry?) throws {
    guard let before, try !read.isUnknownToServer(entry.id) else {
      try forgetUnsent(entry.id)
      // Known if the server did not get the tombstone, and unknown if it never had the entry.
      let known = try read.remoteEntry(entry.id)?.updatedAt
      if known == .neverOnServer { try forgetRemote(entry.id) }
      return try add(entry.id, child: entry.childID, base: known == .neverOnServer ? nil : known)
    }
    try keepRemote(before)
    try add(entry.id, child: entry.childID, base: before.updatedAt)
  }

  /// Queues a change of a child. One row stands for all its changes, because the differences from the server's version
  /// are sent.
  func enqueue(_ child: Child, replacing before: Child?) throws {
    if let before { try require(.owner, of: before.id, named: before.name) }
    // The server does not know a removed child: when it is restored, it is added again.
    let isBack = before?.removedAt != nil && child.removedAt == nil
    guard var row = try read.outboxRow(of: child.id) else {
      if let before, !isBack { try keepRemote(before) }
      return try add(nil, child: child.id, base: isBack ? nil : before?.updatedAt)
    }
    // It may or may not have arrived: settle it first, then the rest.
    if row.isAttempted, !row.isRefused { return try requeue(&row) }
    try remove(row)
    try add(nil, child: child.id, base: row.base)
  }

  /// Queues an unchanged entry.
  ///
  /// - Parameters:
  ///   - base: the server's version; nil when the server does not know the entry.
  ///   - mayBeThere: whether the server may already have it from another machine: then later changes are sent after it,
  ///     and do not replace it.
  public func send(_ entry: Entry, base: Instant?, mayBeThere: Bool = false) throws {
    let number = try record(.insert, .outbox(entry.id, child: entry.childID, .waiting))
    try insertRow(number, entry.id, child: entry.childID, base: base, isAttempted: mayBeThere)
  }

  /// Queues an unchanged child, in place of its pending change.
  ///
  /// - Parameter base: the server's version; nil when the server does not know the child.
  public func send(_ child: ChildID, base: Instant?) throws {
    if let row = try read.outboxRow(of: child) { try remove(row) }
    let number = try record(.insert, .outbox(nil, child: child, .waiting))
    try insertRow(number, nil, child: child, base: base)
  }

  private func add(_ entry: EntryID?, child: ChildID, base: Instant?) throws {
    try insertRow(read.lastSeq(), entry, child: child, base: base)
    tell(.waiting, entry, child: child)
  }

  private func insertRow(
    _ number: Int64, _ entry: EntryID?, child: ChildID, base: Instant?, isAttempted: Bool = false
  ) throws {
    try db.run(
      "INSERT INTO outbox (number, entry_id, child_id, base, is_attempted) VALUES (?, ?, ?, ?, ?)",
      [.integer(number), .id(entry), .id(child), .instant(base), .integer(isAttempted ? 1 : 0)])
  }

  /// - Throws: `BabyError.childReadOnly` or `.childNotOwner` if the account's role does not suffice, `.childNotShared`
  ///   if it is no longer a member.
  private func require(_ needed: Role, of child: ChildID, named name: String? = nil) throws {
    guard let role = try read.role(in: child) else { return }
    let isOver = try read.isNoLongerShared(child)
    guard isOver || !role.covers(needed) else { return }
    let name = try name ?? read.child(child)?.name ?? ""
    if isOver { throw BabyError.childNotShared(name: name) }
    throw role == .viewer ? BabyError.childReadOnly(name: name) : BabyError.childNotOwner(name: name)
  }
}

/// The outbox's operations for syncing.
extension WriteTransaction {
  /// Notes that a change is sent now: from here on the server may have it, and it has a key.
  ///
  /// - Parameter child: as it is sent, if the change is a child's: until that is settled it is what is sent, whatever
  ///   happens to the child here.
  /// - Returns: the key, the same for each attempt.
  public func beginSend(of row: OutboxRow, as child: Child?) throws -> Identifier<PendingWrite> {
    let key: Identifier<PendingWrite>? = try db.first(
      """
      UPDATE outbox SET key = ifnull(key, randomblob(16)), sends = sends + 1, is_attempted = 1, behind = NULL
      WHERE number = ? RETURNING key
      """, [.integer(row.number)], { try $0.id() })
    guard let key else { throw Damage() }
    if let child {
      try db.run(
        """
        INSERT INTO outbox_child (number, \(ChildRow.columns)) VALUES (?, \(ChildRow.columns.placeholders))
        ON CONFLICT DO NOTHING
        """,
        [.integer(row.number)] + ChildRow.values(child))
    }
    return key
  }

  /// Sets what may change of a row: all that can be set.
  ///
  /// - Parameter state: for subscribers; nil for no event.
  public func update(_ row: OutboxRow, telling state: QueueState? = nil) throws {
    try db.run(OutboxRow.updateSQL, row.changingValues + [.integer(row.number)])
    if let state { tell(state, row.entryID, child: row.childID) }
  }

  /// Gives a change another series of sends, from now on.
  public func requeue(_ row: inout OutboxRow) throws {
    (row.state, row.sends, row.failedAt) = (.waiting, 0, nil)
    (row.nextAt, row.waitsSince) = (Instant(milliseconds: 0), nil)
    try update(row, telling: .waiting)
  }

  /// Takes a change out of the outbox.
  ///
  /// - Parameter state: for subscribers; nil for no event.
  public func remove(_ row: OutboxRow, as state: QueueState? = nil) throws {
    for table in ["outbox_entry", "outbox_child"] {
      try db.run("DELETE FROM \(table) WHERE number = ?", [.integer(row.number)])
    }
    try db.run("DELETE FROM outbox WHERE number = ?", [.integer(row.number)])
    if let state { tell(state, row.entryID, child: row.childID) }
  }

  /// Notes that the server has no such entry: should it come back here, it is a new one there.
  public func forgetOnServer(_ tombstone: EntryID) throws {
    try forgetRemote(tombstone)
    try markMissingOnServer(tombstone)
  }

  /// Records that the server no longer has an entry. Its last version there is kept, to recognize the entry if it
  /// reappears.
  public func markMissingOnServer(_ tombstone: EntryID) throws {
    try db.run("INSERT INTO unsent_tombstone (entry_id) VALUES (?) ON CONFLICT DO NOTHING", [.id(tombstone)])
  }

  /// Records that the server does not have an entry that was deleted here. It may still get it, late or from another
  /// machine: the kept version then shows whether that is the deleted one.
  ///
  /// - Parameter version: the server's, as it was deleted; nil when the server never had it.
  public func markMissingOnServer(_ tombstone: Entry, deletedAs version: Entry?) throws {
    var known = version ?? tombstone
    known.deletedAt = nil
    // The number of a version that the server never had is this machine's, and means nothing there.
    if version == nil { known.updatedAt = .neverOnServer }
    try forgetRemote(tombstone.id)
    try keepRemote(known)
    try markMissingOnServer(tombstone.id)
  }

  func forgetUnsent(_ id: EntryID) throws {
    try db.run("DELETE FROM unsent_tombstone WHERE entry_id = ?", [.id(id)])
  }

  /// Keeps the server's version of an entry that has changes in the outbox, unless a newer one is kept.
  public func keepRemote(_ entry: Entry) throws { try db.run(Self.keepRemoteSQL, EntryRow.values(entry)) }

  private static let keepRemoteSQL = """
    INSERT INTO remote_entry (\(EntryRow.columns)) VALUES (\(EntryRow.columns.placeholders))
    ON CONFLICT (id) DO UPDATE SET \(EntryRow.columns.replacing(except: []))
    WHERE excluded.updated_at > remote_entry.updated_at
    """

  public func forgetRemote(_ id: EntryID) throws { try db.run("DELETE FROM remote_entry WHERE id = ?", [.id(id)]) }

  /// Keeps the server's version of a child that has a change in the outbox.
  public func keepRemote(_ child: Child) throws {
    try forgetRemote(child.id)
    try db.run(
      "INSERT INTO remote_child (\(ChildRow.columns)) VALUES (\(ChildRow.columns.placeholders))",
      ChildRow.values(child))
  }

  public func forgetRemote(_ id: ChildID) throws { try db.run("DELETE FROM remote_child WHERE id = ?", [.id(id)]) }
}

extension Instant {
  /// In place of the number of a version that the server never had: none of the server's is older.
  static let neverOnServer = Instant(milliseconds: 0)
}
