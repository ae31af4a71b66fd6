public import BabyModel
import BabyStore

/// The outbox and the inbox as people see them, and the actions on them.
extension LogbookReader {
  public func queueCounts() throws -> QueueCounts { try transaction.queueCounts() }

  /// Items of the inbox that are not dismissed.
  public func openInboxCount() throws -> Int { try transaction.openInboxCount() }

  /// Changes on their way, in their order.
  ///
  /// - Parameter state: only those; nil for all.
  public func queueItems(state: QueueState? = nil, limit: Int) throws -> [QueuedChange] {
    try transaction.outboxRows(state: state, limit: limit).map(queueItem)
  }

  /// The changes that a reference names.
  ///
  /// - Parameter reference: id of an entry or a child, or its last 4 or more characters; nil for all that have failed.
  /// - Throws: `BabyError.queueItemNotFound`, also when more than one is meant.
  public func queueItems(meant reference: String?) throws -> [QueuedChange] {
    var items: [QueuedChange] = []
    try forEachQueued(reference) { items.append(try queueItem($0)) }
    return items
  }

  /// How far an entry's changes have come on their way; nil when none waits.
  public func queueState(of entry: EntryID) throws -> QueueState? {
    let states = try transaction.outboxRows(endingIn: "\(entry)").map(\.state)
    return states.contains(.failed) ? .failed : states.first
  }

  private func queueItem(_ row: OutboxRow) throws -> QueuedChange {
    let subject: QueuedChange.Subject
    if let entry = try transaction.entry(after: row) {
      subject = .entry(entry)
    } else if let child = try transaction.child(row.childID) {
      subject = .child(child)
    } else {
      throw BabyError.queueItemNotFound("\(row.number)")
    }
    return QueuedChange(
      id: row.number, subject: subject, childID: row.childID, state: row.state, sends: row.sends,
      nextAt: row.state == .waiting && row.nextAt.milliseconds > 0 ? row.nextAt : nil, failure: row.failure,
      failedAt: row.failedAt)
  }

  /// - Parameters:
  ///   - reference: as for `queueItems(meant:)`.
  ///   - body: may change the row.
  fileprivate func forEachQueued(_ reference: String?, _ body: (OutboxRow) throws -> Void) throws {
    if let reference {
      let rows = reference.utf8.count < 4 ? [] : try transaction.outboxRows(endingIn: reference)
      let isOne = rows.allSatisfy { ($0.entryID, $0.childID) == (rows[0].entryID, rows[0].childID) }
      guard !rows.isEmpty, isOne else { throw BabyError.queueItemNotFound(reference) }
      return try rows.forEach(body)
    }
    try transaction.forEachFailed(body)
  }

  /// The inbox, newest first.
  ///
  /// - Parameter id: only items before this one.
  public func inboxItems(before id: Int64 = .max, includingDismissed: Bool = false, limit: Int) throws -> [InboxItem] {
    try transaction.inbox(before: id, includingDismissed: includingDismissed, limit: limit)
  }
}

/// Rows that are looked at together.
private let queueBatch = 256

extension ReadTransaction {
  /// - Parameter body: is given each change that has failed, and may change it or take it out of the queue.
  fileprivate func forEachFailed(_ body: (OutboxRow) throws -> Void) throws {
    var last: Int64 = 0
    while case let rows = try outboxRows(after: last, state: .failed, limit: queueBatch), let end = rows.last {
      try rows.forEach(body)
      last = end.number
    }
  }
}

extension LogbookWriter {
  /// Gives changes that have failed another series of sends. Others stay as they are.
  ///
  /// - Parameter reference: id of an entry or a child, or its last 4 or more characters; nil for all that have failed.
  /// - Returns: how many.
  /// - Throws: `BabyError.queueItemNotFound`, also when more than one is meant.
  public func retryQueue(_ reference: String? = nil) throws -> Int {
    var count = 0
    try reader.forEachQueued(reference) { row in
      guard row.state == .failed else { return }
      var row = row
      row.isRequested = true
      try transaction.requeue(&row)
      if let entry = row.entryID {
        try transaction.resolveFailures(of: entry)
      } else {
        try transaction.resolveFailures(ofChild: row.childID)
      }
      count += 1
    }
    return count
  }

  /// Discards changes that the server has not confirmed: all of an entry's, because each builds on the one before. Undo
  /// makes them again.
  ///
  /// A child that the server does not know is hidden, with its entries: undo of an entry brings it back once the child
  /// is restored.
  /// - Parameter reference: as for `retryQueue`.
  /// - Returns: the entries as they are now.
  /// - Throws: `BabyError.queueItemNotFound`; `.timerRunning` when the server's version would run beside another.
  public func discardQueue(_ reference: String? = nil) throws -> [Entry] {
    var entries: [Entry] = []
    try reader.forEachQueued(reference) { row in
      // Gone with an earlier row of the same entry or child.
      guard try reader.transaction.outboxRow(row.number) != nil else { return }
      entries += try row.entryID.map { try discardChanges(of: [$0]) } ?? discardChange(ofChild: row)
    }
    if !entries.isEmpty { try transaction.label(Words.discarded(entries.count)) }
    return entries
  }

  private func discardChanges(of ids: [EntryID]) throws -> [Entry] {
    try ids.compactMap { id in
      guard let entry = try reader.transaction.entry(id) else { return nil }
      for row in try reader.transaction.outboxRows(of: id) { try transaction.remove(row, as: .discarded) }
      try transaction.resolveFailures(of: id)
      return try transaction.discardChanges(of: entry)
    }
  }

  private func discardChange(ofChild row: OutboxRow) throws -> [Entry] {
    try transaction.remove(row, as: .discarded)
    try transaction.forgetRemote(row.childID)
    try transaction.resolveFailures(ofChild: row.childID)
    // The next answer brings the child as the server has it.
    var state = try reader.transaction.syncState()
    state.tag = nil
    try transaction.setSyncState(state)
    guard row.base == nil else { return [] }
    if let child = try reader.transaction.child(row.childID) { try transaction.hide(child) }
    return try discardChanges(of: reader.transaction.unsentEntries(of: row.childID))
  }

  /// Marks items of the inbox as seen.
  ///
  /// - Parameter ids: nil for all.
  /// - Returns: how many.
  /// - Throws: `BabyError.inboxItemNotFound`.
  @discardableResult
  public func dismissInbox(_ ids: [Int64]? = nil) throws -> Int {
    if let ids {
      for id in ids where try !transaction.dismissInboxItem(id) { throw BabyError.inboxItemNotFound("\(id)") }
      return ids.count
    }
    var count = 0
    while case let items = try reader.transaction.inbox(limit: queueBatch), !items.isEmpty {
      for item in items { try transaction.dismissInboxItem(item.id) }
      count += items.count
    }
    return count
  }

  /// Applies the hidden version of a conflict on top of the current one, as a change of the caller's.
  ///
  /// - Throws: `BabyError.inboxItemNotFound`; `.notAConflict`; `.timerRunning` when it would run beside another;
  ///   `.childReadOnly`.
  public func applyConflict(_ id: Int64) throws -> EntryOutcome {
    guard let item = try reader.transaction.inboxItem(id) else { throw BabyError.inboxItemNotFound("\(id)") }
    guard let ours = item.version else { throw BabyError.notAConflict("\(id)") }
    let page = try page(ofAny: ours.childID)
    var entry = try transaction.restore(ours.id)
    if ours.deletedAt != nil {
      entry = try transaction.delete(ours.id)
    } else if !ours.isSameVersion(as: entry) {
      entry = try transaction.update(ours)
    }
    let message = Words.updated(entry)
    try transaction.label(message)
    try transaction.dismissInboxItem(id)
    return EntryOutcome(entry, on: page, message: message)
  }
}

extension Engine {
  /// Queues changes again that failed because the server did not answer, now that it does: each at most hourly while
  /// the server answers all other requests.
  ///
  /// - Parameter isOver: whether an outage has just ended, or another change has just arrived: then all are sent.
  /// - Returns: how many.
  @discardableResult
  public func requeueAfterOutage(isOver: Bool = false) async throws -> Int {
    let now = now()
    let hasFailed = try await store.read { try $0.queueCounts().failed > 0 }
    guard hasFailed else { return 0 }
    return try await sync { book in
      var count = 0
      try book.read.forEachFailed { row in
        guard let failure = row.failure,
          RetryRule.isRequeued(failure, requeuedAt: row.requeuedAt, isOver: isOver, now: now)
        else { return }
        var row = row
        row.requeuedAt = now
        try book.transaction.requeue(&row)
        count += 1
      }
      return count
    }
  }
}
