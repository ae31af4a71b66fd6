public import BabyModel
import BabyStore

/// The next action for the outbox.
public enum NextWrite: Hashable, Sendable {
  /// To be sent; from now on the server may have it.
  case send(PendingWrite)
  /// Nothing to send before then; nil: not before something changes.
  case wait(until: Instant?)
}

/// The result of a change, as far as it is announced.
public enum SyncOutcome: Hashable, Sendable {
  /// It was settled before, or has been taken back: nothing to tell.
  case settled
  /// The server has it.
  case sent(QueuedChange.Subject, Arrival)
  /// It could not be sent, and is sent again then.
  ///
  /// - Parameter isFirst: whether this is the first announcement.
  case retrying(QueuedChange.Subject, SyncFailure, at: Instant, isFirst: Bool)
  /// The server had no time for it, or its time has not come there, and it is sent again then.
  ///
  /// - Parameter news: the problem with this machine's clock, if that is the reason and it has not been announced.
  case postponed(until: Instant, news: String?)
  /// It waits for a person, or for the server to answer again.
  case failed(QueuedChange.Subject, SyncFailure, wasRequested: Bool)
  /// Another person's version is shown now; this one is in the inbox.
  case conflict(Entry)
  /// It waits for another change to be settled.
  case waiting
  /// The session is over.
  case unauthorized

  public enum Arrival: Hashable, Sendable {
    case atOnce
    /// After a failure, by itself.
    case late
    /// At a person's request.
    case requested
  }
}

extension Engine {
  /// The next change to send; none while everything is being fetched again.
  ///
  /// It counts as sent from now on, so that after a crash the daemon knows that the server may have it. One at a time:
  /// the next follows when this one is settled.
  ///
  /// - Parameter now: when it was looked what else is due. What falls due between that look and this one waits for the
  ///   next: a poll that is due at the same time goes first.
  public func nextWrite(at now: Instant) async throws -> NextWrite {
    let idle: NextWrite? = try await store.read { transaction in
      if try transaction.syncState().isResyncing { return .wait(until: nil) }
      return try transaction.nextOutboxRow(now: now) == nil ? .wait(until: transaction.nextOutboxInstant()) : nil
    }
    if let idle { return idle }
    return try await sync { book in
      guard let row = try book.read.nextOutboxRow(now: now), let content = try book.content(of: row) else {
        return .wait(until: nil)
      }
      let key = try book.transaction.beginSend(of: row, as: content.child)
      return .send(PendingWrite(id: row.number, idempotencyKey: "\(key)", content: content))
    }
  }

  /// Applies the result of a change that was sent. Repeating it changes nothing.
  ///
  /// - Parameter skew: by how much the server's clock is ahead of this machine's; nil when that is not known.
  public func settle(_ write: PendingWrite, _ result: SendResult, skew: Duration? = nil) async throws -> SyncOutcome {
    try await sync { book in
      let outcome =
        switch write.content {
        case .entry(let entry, base: _): try book.settle(write, of: entry, result, skew: skew ?? .zero)
        case .child(let child, isNew: _, let base): try book.settle(write, of: child, from: base, result)
        }
      let tolerance = EntryLimits.clockDifference
      if case .sent = outcome, let skew, (.zero - tolerance...tolerance).contains(skew) {
        try book.transaction.resolveFailures(ofChild: nil)
      }
      return outcome
    }
  }
}

extension SyncWriter {
  /// The content of a change; nil if its subject no longer exists.
  fileprivate func content(of row: OutboxRow) throws -> PendingWrite.Content? {
    if row.entryID != nil { return try read.entry(after: row).map { .entry($0, base: row.base) } }
    guard var child = try read.sentChild(row) ?? read.child(row.childID) else { return nil }
    // One that was removed again is made first; the removal follows.
    if row.base == nil { child.removedAt = nil }
    return .child(child, isNew: row.base == nil, base: try read.remoteChild(child.id))
  }

  // MARK: Entries

  fileprivate func settle(
    _ write: PendingWrite, of sent: Entry, _ result: SendResult, skew: Duration
  ) throws -> SyncOutcome {
    let rows = try read.outboxRows(of: sent.id)
    guard let row = rows.first, row.number == write.id, let ours = try read.entry(sent.id) else { return .settled }
    let later = rows.dropFirst().first
    let settlement = Settlement(
      result, of: write.content, sends: row.sends, hasLater: later != nil, skew: skew, now: now)
    switch settlement {
    case .childAccepted, .childConflict: return .settled
    case .accepted(let theirs):
      let arrival = row.arrival
      try accept(theirs, of: row, later: later, ours: ours)
      try transaction.resolveFailures(of: sent.id)
      if arrival == .late {
        try transaction.addToInbox(.sent, entry: sent.id, child: sent.childID, text: Words.sentLate(sent))
      }
      return .sent(.entry(sent), arrival)
    case .gone:
      // Deleted was an earlier version than the last that was seen.
      if let known = try read.remoteEntry(sent.id), let base = row.base, known.updatedAt > base {
        return try conflict(ours, with: known)
      }
      try transaction.remove(row, as: .sent)
      try transaction.markMissingOnServer(sent.id)
      try transaction.resolveFailures(of: sent.id)
      return .sent(.entry(sent), row.arrival)
    case .superseded:
      try drop(row, before: later, ours: ours)
      return .settled
    case .conflict(let theirs):
      return try conflict(ours, with: theirs)
    case .clash(let theirs):
      return try clash(ours, row: row, later: later, theirs: theirs)
    case .failed(let failure):
      if row.state != .failed {
        try transaction.resolveFailures(of: sent.id)
        try transaction.addToInbox(
          .failed, entry: sent.id, child: sent.childID, text: Words.failed(sent, reason: failure.message))
      }
      return try fail(row, .entry(sent), failure)
    case .retried(let instant, let failure): return try retry(row, .entry(sent), at: instant, failure)
    case .postponed(let instant, let failure): return try postpone(row, until: instant, failure, skew: skew)
    case .paused: return try pause(row)
    }
  }

  private func accept(_ theirs: Entry, of row: OutboxRow, later: OutboxRow?, ours: Entry) throws {
    try transaction.remove(row, as: .sent)
    if var later {
      later.base = theirs.updatedAt
      try transaction.update(later)
      return try transaction.keepRemote(theirs)
    }
    // A poll may have fetched a newer version meanwhile. The version that the change was based on is not newer,
    // whatever its number: a restored server starts at lower ones.
    let newer = try read.remoteEntry(ours.id).flatMap { known in
      known.updatedAt > max(theirs.updatedAt, row.base ?? theirs.updatedAt) ? known : nil
    }
    try place(newer ?? theirs)
  }

  /// Takes a change out that a later one replaces.
  private func drop(_ row: OutboxRow, before later: OutboxRow?, ours: Entry) throws {
    try transaction.remove(row)
    guard var later else { return }
    later.base = row.base
    if row.base == nil, ours.deletedAt != nil {
      guard let base = try read.baseOfDeletion(of: ours) else {
        // Made and deleted again, and the server has neither.
        for row in try read.outboxRows(of: ours.id) { try transaction.remove(row, as: .discarded) }
        return try transaction.markMissingOnServer(ours, deletedAs: nil)
      }
      later.base = base
    }
    try transaction.update(later)
  }

  private func conflict(_ ours: Entry, with answer: Entry) throws -> SyncOutcome {
    let known = try read.remoteEntry(ours.id)
    let theirs = known.map { $0.updatedAt > answer.updatedAt ? $0 : answer } ?? answer
    let isSame = ours.isSameVersion(as: theirs)
    try yield(ours, to: theirs, text: isSame ? nil : Words.conflict(with: theirs))
    return isSame ? .sent(.entry(ours), .atOnce) : .conflict(ours)
  }

  private func clash(_ ours: Entry, row: OutboxRow, later: OutboxRow?, theirs: Entry) throws -> SyncOutcome {
    let isQueued = try read.outboxRows(of: theirs.id).contains { !$0.isRefused }
    switch TimerClash(ours: ours, theirs: theirs, theirsIsQueued: isQueued) {
    case .endedMeanwhile:
      guard later != nil else {
        // Ours is not a timer, so the server's answer cannot be resolved here.
        return try fail(row, .entry(ours), SyncFailure(.refused, Words.startedTwice(theirs.timer)))
      }
      try drop(row, before: later, ours: ours)
      return .settled
    case .waits:
      try wait(row, for: theirs.id)
      return .waiting
    case .oursStays:
      try overrule(theirs, behind: row)
      return .waiting
    case .theirsStays:
      try giveWay(ours)
      try place(theirs)
      return .conflict(ours)
    }
  }

  // MARK: What entries and children share

  func fail(_ row: OutboxRow, _ subject: QueuedChange.Subject, _ failure: SyncFailure) throws -> SyncOutcome {
    var failed = row
    (failed.state, failed.failure, failed.failedAt, failed.isRequested) = (.failed, failure, now, false)
    try transaction.update(failed, telling: .failed)
    return .failed(subject, failure, wasRequested: row.isRequested)
  }

  func retry(
    _ row: OutboxRow, _ subject: QueuedChange.Subject, at instant: Instant, _ failure: SyncFailure
  ) throws -> SyncOutcome {
    var row = row
    (row.nextAt, row.waitsSince, row.failure) = (instant, now, failure)
    try transaction.update(row)
    return .retrying(subject, failure, at: instant, isFirst: row.sends == 1 && !row.isRequested)
  }

  /// - Parameter skew: by how much the server's clock is ahead.
  func postpone(_ row: OutboxRow, until instant: Instant, _ failure: SyncFailure, skew: Duration) throws -> SyncOutcome
  {
    var row = row
    row.sends = max(row.sends - 1, 0)
    (row.nextAt, row.waitsSince) = (instant, now)
    // People who saw that the server did not answer also see when the change has arrived.
    if row.arrival != .late { row.failure = failure }
    try transaction.update(row)
    guard failure.kind == .refused else { return .postponed(until: instant, news: nil) }
    let text = Words.clockAhead(by: .zero - skew)
    return .postponed(until: instant, news: try transaction.addFailureOnce(ofChild: nil, text: text) ? text : nil)
  }

  func pause(_ row: OutboxRow) throws -> SyncOutcome {
    var row = row
    row.sends = max(row.sends - 1, 0)
    try transaction.update(row)
    return .unauthorized
  }
}

extension OutboxRow {
  var arrival: SyncOutcome.Arrival {
    if isRequested { return .requested }
    return switch failure?.kind {
    case .network, .server: .late
    // A change that waits its turn, or its time, is not reported.
    case .limited, .refused, nil: .atOnce
    }
  }
}

extension PendingWrite.Content {
  fileprivate var child: Child? { if case .child(let child, isNew: _, base: _) = self { child } else { nil } }
}
