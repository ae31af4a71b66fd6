public import BabyModel
public import BabyProtocol
public import BabyStore

/// A change on its way to the family server.
public struct QueuedChange: Hashable, Sendable {
  public let row: OutboxRow
  public let subject: Subject

  /// What the change is about.
  public enum Subject: Hashable, Sendable {
    /// An entry as it is to be.
    case entry(Entry)
    case child(Child)
  }
}

/// The outbox and the inbox as people see them, and the actions on them.
extension LogbookReader {
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
  public func queueItems(matching reference: String?) throws -> [QueuedChange] {
    var items: [QueuedChange] = []
    try forEachQueued(reference) { items.append(try queueItem($0)) }
    return items
  }

  /// How far an entry's changes have come on their way; nil when none waits.
  func queueState(of entry: EntryID) throws -> QueueState? {
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
    return QueuedChange(row: row, subject: subject)
  }

  /// - Parameters:
  ///   - reference: as for `queueItems(matching:)`.
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
  public func applyConflict(_ id: Int64) throws -> EntryAnswer {
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
    return try answer(entry, on: page, message)
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

extension LogbookReader {
  package func queueList(limit: Int, onItsWay: Int64?) throws -> QueueList.Answer {
    let counts = try transaction.queueCounts()
    let settings = try currentSettings()
    return QueueList.Answer(
      items: try queueItems(limit: limit).map {
        try queueRecord($0, isOnItsWay: $0.row.number == onItsWay, units: settings.units)
      }, unsent: counts.waiting, settings: counts.settings == 0 ? nil : counts.settings, failed: counts.failed,
      units: settings.units, timeFormat: settings.timeFormat)
  }

  private func queueRecord(_ item: QueuedChange, isOnItsWay: Bool, units: VolumeUnit) throws -> QueueItem {
    let row = item.row
    let child = try anyChild("\(row.childID)")
    let (id, entry, text, at): (String, EntryRecord?, String, Instant) =
      switch item.subject {
      case .entry(let entry):
        ("\(entry.id)", try record(entry, of: child), Words.queued(entry, units: units), entry.updatedAt)
      case .child(let child): ("\(child.id)", nil, child.name, child.updatedAt)
      }
    return QueueItem(
      id: id, child: ChildReference(child), entry: entry, text: text, state: isOnItsWay ? .sending : row.state,
      attempts: row.sends, nextAt: row.state == .waiting && row.nextAt.milliseconds > 0 ? row.nextAt : nil,
      reason: row.failure?.message, at: at)
  }

  package func inboxList(includingDismissed: Bool, limit: Int) throws -> InboxList.Answer {
    let settings = try currentSettings()
    let items = try transaction.inbox(includingDismissed: includingDismissed, limit: limit)
    return InboxList.Answer(
      items: try items.map { try inboxRecord($0) }, open: try transaction.openInboxCount(), units: settings.units,
      timeFormat: settings.timeFormat)
  }

  private func inboxRecord(_ item: InboxItem) throws -> InboxItemRecord {
    // For one that is no longer shared, the message comes after the child is gone.
    let child = try item.childID.flatMap { try transaction.child($0) }
    let zone = try child.map { try self.zone($0.zone) }
    return InboxItemRecord(
      id: Int(item.id), kind: item.kind, text: item.text, at: item.at,
      atLocal: zone.map { item.at.text(in: $0) } ?? item.at.utcText, child: child.map { ChildReference($0) },
      entry: try child.flatMap { child in
        try item.entryID.flatMap { try transaction.entry($0) }.map { try record($0, of: child) }
      },
      mine: try child.flatMap { child in try item.version.map { try record($0, of: child) } },
      isDismissed: item.isDismissed)
  }

  /// The settings for a list about several children: those of the caller's current child.
  private func currentSettings() throws -> Settings {
    do { return try settings(of: child(nil)) } catch let error as BabyError {
      guard case .noChild = error else { throw error }
      return Settings(family: [:], child: [:])
    }
  }

  /// More would not be read.
  private static let mostBanners = 20

  /// The banners of open matters: a log to be restored, and changes that could not be sent.
  package func queueBanners() throws -> [BannerRecord] {
    let lost = try transaction.succeedsDamaged ? [BannerRecord.lostLog(isResolved: false)] : []
    return try lost
      + queueItems(state: .failed, limit: Self.mostBanners).map {
        BannerRecord.failed($0.subject, wasRequested: false)
      }
  }
}
