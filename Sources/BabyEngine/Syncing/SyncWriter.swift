import BabyModel
import BabyStore

/// Syncing's view of an account's database within one transaction: decisions about outgoing and incoming changes are
/// made and applied here.
struct SyncWriter {
  let transaction: WriteTransaction
  var read: ReadTransaction { transaction.read }
  var now: Instant { transaction.context.at }

  /// Applies the server's version of an entry, unless local changes are in transit. Of two running timers, one has to
  /// go.
  func place(_ theirs: Entry) throws {
    guard try read.outboxRows(of: theirs.id).isEmpty else { return try transaction.keepRemote(theirs) }
    if theirs.isRunningNow, let ours = try read.running(theirs.timer, child: theirs.childID), ours.id != theirs.id,
      try !makeRoom(for: theirs, besides: ours)
    {
      return
    }
    try transaction.adopt(theirs)
  }

  /// - Returns: false when theirs is not to be on the screen.
  private func makeRoom(for theirs: Entry, besides ours: Entry) throws -> Bool {
    let rows = try read.outboxRows(of: ours.id)
    guard let head = rows.first else {
      try transaction.adopt(ours.endedUnseen)
      return true
    }
    if let known = try read.remoteEntry(ours.id) {
      // If ours had only been started here and the answer was lost, another person has ended it, and nothing is lost.
      let isNews = rows.count > 1 || head.base != nil
      try yield(ours, to: known.endedUnseen, text: isNews ? Words.conflict(with: known) : nil)
      return true
    }
    if TimerClash(ours: ours, theirs: theirs, theirsIsQueued: false) == .oursStays {
      try overrule(theirs, behind: head)
      return false
    }
    try giveWay(ours)
    return true
  }

  /// Cancels the later of two timers, which is ours. With a note it stays in the log with an unknown end; without, it
  /// adds nothing to the earlier one.
  ///
  /// - Parameter text: what the inbox says.
  func giveWay(_ ours: Entry, text: String? = nil) throws {
    let text = text ?? Words.startedTwice(ours.timer)
    guard ours.note != nil, try read.outboxRows(of: ours.id).allSatisfy({ $0.base == nil }) else {
      return try yield(ours, to: read.remoteEntry(ours.id), text: text)
    }
    try transaction.resolveFailures(of: ours.id)
    try transaction.addToInbox(.conflict, entry: ours.id, child: ours.childID, text: text, version: ours)
    try transaction.amend(takenBack(ours, hasNote: true))
  }

  /// Takes ours off the screen, with all its changes.
  ///
  /// - Parameters:
  ///   - theirs: the version that is shown instead; nil for none.
  ///   - text: what the inbox says; nil for nothing.
  func yield(_ ours: Entry, to theirs: Entry?, text: String?) throws {
    for row in try read.outboxRows(of: ours.id) { try transaction.remove(row, as: .discarded) }
    try transaction.resolveFailures(of: ours.id)
    if let text {
      try transaction.addToInbox(.conflict, entry: ours.id, child: ours.childID, text: text, version: ours)
    }
    if let theirs { try place(theirs) } else if ours.deletedAt == nil { try transaction.withdraw(ours) }
    if theirs == nil, ours.deletedAt != nil { try transaction.forgetOnServer(ours.id) }
  }

  /// Cancels the later of two timers, which is theirs, before ours is sent, on the server, too. One with a note stays
  /// in the log, as in `giveWay`. Local changes of it that were refused go to the inbox.
  func overrule(_ theirs: Entry, behind row: OutboxRow) throws {
    let unsent = try read.outboxRows(of: theirs.id).isEmpty ? nil : read.entry(theirs.id)
    try transaction.overrule(theirs, with: takenBack(theirs, hasNote: theirs.note != nil || unsent?.note != nil))
    try transaction.addToInbox(
      .conflict, entry: theirs.id, child: theirs.childID, text: Words.startedTwice(theirs.timer),
      version: unsent ?? theirs)
    try wait(row, for: theirs.id)
  }

  /// A timer as it is once it was taken back: with a note it stays in the log, without an end.
  func takenBack(_ timer: Entry, hasNote: Bool) -> Entry {
    var taken = timer
    if hasNote { taken.endWithUnknownEnd() } else { taken.deletedAt = now }
    (taken.changedBy, taken.updatedAt) = (nil, now)
    return taken
  }

  /// Sends again what the server has refused of a child that was out of its sight and is back.
  func sendRefused(of child: ChildID) throws {
    for entry in try read.unsentEntries(of: child) {
      for var row in try read.outboxRows(of: entry) where row.isRefused {
        try transaction.requeue(&row)
        try transaction.resolveFailures(of: entry)
      }
    }
  }

  /// Has a change wait until an entry's own are settled.
  func wait(_ row: OutboxRow, for entry: EntryID) throws {
    var row = row
    (row.behind, row.sends) = (entry, 0)
    (row.nextAt, row.waitsSince) = (Instant(milliseconds: 0), nil)
    try transaction.update(row)
  }
}

extension SyncWriter {
  /// Whether the account may change entries of a child, on the server too.
  func mayWrite(to child: ChildID) throws -> Bool { try read.role(in: child)?.covers(.caregiver) ?? true }
}

extension Entry {
  var isRunningNow: Bool { isRunning && deletedAt == nil }

  /// The note of a deleted entry that another machine has restored without knowing its last version: the server keeps
  /// no notes of deleted entries.
  ///
  /// - Parameter earlier: what the entry was before changes that were made here.
  /// - Returns: theirs with the words that it was deleted with; nil if nothing is missing, or it is another version.
  func restored(by theirs: Entry, earlier: () throws -> [Entry]) rethrows -> Entry? {
    guard deletedAt != nil, theirs.deletedAt == nil, !theirs.isRunning else { return nil }
    var known = self
    known.deletedAt = nil
    guard !known.isSameVersion(as: theirs) else { return nil }
    var wordless = known
    wordless.note = nil
    guard try wordless.isSameVersion(as: theirs) || earlier().contains(where: { known.isNews(after: $0, theirs) })
    else { return nil }
    var whole = theirs
    (whole.content, whole.start, whole.end) = (content, start, end)
    (whole.endUnknown, whole.note) = (endUnknown, note)
    return whole
  }

  /// Whether theirs is an earlier version than this one, or this one with that one's note.
  private func isNews(after earlier: Entry, _ theirs: Entry) -> Bool {
    var (old, mixed) = (earlier, self)
    old.deletedAt = nil
    mixed.note = earlier.note
    return old.isSameVersion(as: theirs) || mixed.isSameVersion(as: theirs)
  }

  /// A timer that the server has stopped because it allows one at a time: its end is still to come.
  fileprivate var endedUnseen: Entry {
    var ended = self
    if isRunningNow { ended.endWithUnknownEnd() }
    return ended
  }
}

extension Engine {
  /// Changes by syncing belong to no caller and cannot be undone.
  private static let syncing = Caller(uid: .max, client: "sync")

  func sync<Answer: Sendable>(_ body: @escaping @Sendable (SyncWriter) throws -> Answer) async throws -> Answer {
    let context = WriteContext(uid: Self.syncing.uid, client: Self.syncing.client, at: now())
    return try await store.write(context) { try body(SyncWriter(transaction: $0)) }
  }
}
