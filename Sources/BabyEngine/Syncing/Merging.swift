public import BabyModel
public import BabyStore

/// The result of merging a page of changes.
public struct MergeOutcome: Hashable, Sendable {
  /// Entries that are now others than before, or have come.
  public var changed = 0
  /// Entries that could not be taken over, because they break the rules of the tables or belong to no child.
  public var ignored = 0
  /// Whether the next page already exists.
  public var hasMore: Bool
  /// Lost permissions, for the person at the machine.
  public var news: [ShareNews] = []

  public init(hasMore: Bool) { self.hasMore = hasMore }
}

extension Engine {
  public func syncState() async throws -> SyncState { try await store.read { try $0.syncState() } }

  /// Merges a page of changes: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - tag: for the next request.
  ///   - me: the account's name: entries of others go to the inbox. Nil for no news.
  public func merge(_ page: RemotePage, tag: String?, me: String?) async throws -> MergeOutcome {
    try await sync { try $0.merge(page, tag: tag, me: me) }
  }

  /// Takes over entries that came when they could not be read.
  ///
  /// - Parameter read: nil for what cannot be read still.
  /// - Returns: how many were taken over.
  @discardableResult
  public func readAgain(_ read: @escaping @Sendable (UnknownEntry) -> Entry?) async throws -> Int {
    let isNeeded = try await store.read { try $0.unknownEntries().contains { read($0) != nil } }
    guard isNeeded else { return 0 }
    return try await sync { book in
      let children = Set(try book.read.children(includingRemoved: true).map(\.id))
      return try book.read.unknownEntries().count { unknown in
        guard let entry = read(unknown), book.canKeep(entry, of: children) else { return false }
        let isLost = try book.read.isLost(unknown.id)
        try book.place(entry)
        if isLost { try book.transaction.send(entry, base: nil, mayBeThere: true) }
        return true
      }
    }
  }

  /// An entry of a kind that is not known here, which the server has lost and can get again; none while everything is
  /// being fetched again.
  public func nextLostEntry() async throws -> UnknownEntry? {
    try await store.read { try $0.syncState().isResyncing ? nil : $0.nextLostEntry() }
  }

  /// Notes that the server has such an entry again, or will not have it.
  ///
  /// - Parameter theirs: as the server has it now; nil if it refused it.
  public func settle(lost id: EntryID, as theirs: UnknownEntry?) async throws {
    try await sync { book in
      if let theirs { _ = try book.transaction.keep(theirs) }
      try book.transaction.forgetLost(id)
    }
  }

  /// Starts over with a server that does not know our position: fetches everything from the start, and sends again what
  /// the server no longer has.
  public func resync() async throws {
    try await sync { try $0.startOver() }
  }

  /// Starts over if a child that the server has just accepted has entries that are not queued: it may have none of
  /// them.
  public func resyncIfUnsure(of child: ChildID) async throws {
    guard try await store.read({ try $0.hasSettledEntries(of: child) }) else { return }
    try await resync()
  }
}

extension SyncWriter {
  fileprivate func startOver() throws {
    var state = try read.syncState()
    (state.position, state.tag, state.isResyncing) = (nil, nil, true)
    (state.settingsPosition, state.areSettingsListed) = (nil, false)
    try transaction.setSyncState(state)
    try transaction.markSettingsUnlisted()
    try transaction.beginListing()
  }

  fileprivate func merge(_ page: RemotePage, tag: String?, me: String?) throws -> MergeOutcome {
    var state = try read.syncState()
    var outcome = MergeOutcome(hasMore: page.hasMore)
    let sharedBefore = Set(try read.children().map(\.id))
    try mergeChildren(page, isResyncing: state.isResyncing, telling: &outcome.news)
    try endShares(of: page.ended.subtracting(page.children.map(\.child.id)), telling: &outcome.news)
    let children = try read.children(includingRemoved: true)
    let known = Set(children.map(\.id))
    try transaction.keep(page.memberEvents.filter { known.contains($0.childID) })
    let back = children.filter { $0.removedAt == nil && !sharedBefore.contains($0.id) }
    try back.forEach { try sendRefused(of: $0.id) }
    // While it was hidden the server may have been restored, and entries that it lacks could not be sent.
    let isUnsure = try back.contains { try read.hasSettledEntries(of: $0.id) }
    let names = page.children.compactMap { remote in remote.shownAs.map { (remote.child.id, $0) } }
    var news = PageNews(
      for: me, shownAs: Dictionary(names) { first, _ in first }, isFirst: state.syncedAt == nil,
      isResyncing: state.isResyncing)
    var versions = VersionCache(read: read)
    // Ended timers first, to make room for running ones.
    for entry in page.entries.filter({ !$0.isRunningNow }) + page.entries.filter(\.isRunningNow) {
      guard canKeep(entry, of: known) else {
        outcome.ignored += 1
        continue
      }
      let before = try read.entry(entry.id)
      let wasOnServer = try before != nil && !read.isUnknownToServer(entry.id)
      guard try merge(entry, before: before, isResyncing: state.isResyncing, &versions) else { continue }
      outcome.changed += 1
      // Entries of a first fetch are not news.
      guard !news.isFirst || before != nil, let shown = try read.entry(entry.id) else { continue }
      news.note(
        shown, theirs: entry, before: before, wasOnServer: wasOnServer, isOfKnown: sharedBefore.contains(entry.childID))
    }
    try tell(of: news)
    if state.isResyncing { try page.unknown.forEach { try transaction.list($0.id) } }
    for unknown in page.unknown where try transaction.keep(unknown) && !unknown.isDeleted {
      try transaction.addToInbox(.unknown, entry: unknown.id, child: nil, text: Words.unknown(unknown))
    }
    if state.isResyncing, !page.hasMore {
      try sendMissing()
      state.isResyncing = false
    }
    try merge(page.settings, isLast: !page.hasMore, into: &state)
    (state.position, state.tag) = (page.position, tag)
    if !page.hasMore { state.syncedAt = now }
    try transaction.setSyncState(state)
    if isUnsure, !state.isResyncing {
      try startOver()
      outcome.hasMore = true
    }
    return outcome
  }

  /// Whether the tables take an entry.
  fileprivate func canKeep(_ entry: Entry, of children: Set<ChildID>) -> Bool {
    children.contains(entry.childID) && entry.isPossible
  }

  /// - Returns: whether anything has changed.
  private func merge(
    _ theirs: Entry, before: Entry?, isResyncing: Bool, _ versions: inout VersionCache
  ) throws -> Bool {
    if isResyncing { try transaction.list(theirs.id) }
    guard let before else {
      try place(theirs)
      return true
    }
    if isResyncing { try keepIfOvertaken(before, by: theirs) }
    let rows = try read.outboxRows(of: theirs.id)
    if let head = rows.first {
      try merge(theirs, into: before, head: head, isResyncing: isResyncing)
    } else if before.deletedAt != nil, theirs.deletedAt == nil, let known = try read.remoteEntry(theirs.id) {
      try deleteAgain(before, theirs: theirs, known: known)
    } else if isResyncing, before.deletedAt != nil, theirs.deletedAt == nil, try mayWrite(to: theirs.childID) {
      // Another machine that knew nothing of the deletion was here first.
      var known = before
      known.deletedAt = nil
      try deleteAgain(before, theirs: theirs, known: known)
    } else if try theirs.updatedAt > before.updatedAt || read.isUnknownToServer(before.id) {
      let whole = try before.restored(by: theirs) { try versions.versions(of: before.id) }
      if let whole, try mayWrite(to: theirs.childID) {
        try transaction.overrule(theirs, with: whole)
      } else {
        try place(theirs)
      }
    } else if isResyncing, theirs != before {
      // The server has lost its version. A viewer accepts what it has.
      if try before.isSameVersion(as: theirs) || !mayWrite(to: theirs.childID) {
        try place(theirs)
      } else {
        try transaction.overrule(theirs, with: before)
      }
    } else {
      return false
    }
    return true
  }

  /// A server that was restored from a backup accepts what it lacks from the first machine, and cannot know that there
  /// is a later version elsewhere: that version goes to the inbox.
  private func keepIfOvertaken(_ ours: Entry, by theirs: Entry) throws {
    guard theirs.updatedAt > ours.updatedAt, ours.deletedAt == nil, theirs.deletedAt == nil,
      !ours.isSameVersion(as: theirs), try read.outboxRows(of: ours.id).isEmpty
    else { return }
    try transaction.addToInbox(
      .conflict, entry: ours.id, child: ours.childID, text: Words.conflict(with: theirs), version: ours)
  }

  /// An entry that has changes on their way: it stays as it is here until those are settled.
  private func merge(_ theirs: Entry, into ours: Entry, head: OutboxRow, isResyncing: Bool) throws {
    if head.base == nil, !head.isAttempted {
      // Another machine has sent the same id before: an import of the same file.
      let isSame = ours.isSameVersion(as: theirs)
      return try yield(ours, to: theirs, text: isSame ? nil : Words.conflict(with: theirs))
    }
    if isResyncing {
      // Ignore its former version; it may have lost the version that the change builds on.
      try transaction.forgetRemote(ours.id)
      if let base = head.base, theirs.updatedAt < base {
        var head = head
        head.base = theirs.updatedAt
        try transaction.update(head)
      }
    }
    try transaction.keepRemote(theirs)
  }

  /// The server has lost an entry that was deleted here, and another machine may send it again that does not know.
  ///
  /// - Parameter row: the first of its changes that the server has not confirmed.
  private func markMissingOnServer(_ tombstone: Entry, row: OutboxRow?) throws {
    let remote = try read.remoteEntry(tombstone.id).flatMap { $0.deletedAt == nil ? $0 : nil }
    let deleted = Self.deletedVersion(tombstone, remote: remote, row: row)
    try transaction.markMissingOnServer(tombstone, deletedAs: deleted)
  }

  /// The server's version that was deleted here: the one that the first change was made to, and not one that a poll has
  /// brought since. Nil when the server never confirmed any.
  private static func deletedVersion(_ tombstone: Entry, remote: Entry?, row: OutboxRow?) -> Entry? {
    guard let row else { return remote ?? tombstone }
    guard let base = row.base else { return nil }
    if let remote, remote.updatedAt == base { return remote }
    var deleted = tombstone
    deleted.updatedAt = base
    return deleted
  }

  /// The server has an entry again that it did not show when it was deleted here: the child was out of sight, or the
  /// server had lost it.
  private func deleteAgain(_ tombstone: Entry, theirs: Entry, known: Entry) throws {
    let isUnchanged = theirs.updatedAt <= known.updatedAt || theirs.isSameVersion(as: known)
    if isUnchanged, try mayWrite(to: theirs.childID) {
      try transaction.overrule(theirs, with: tombstone)
    } else {
      try yield(tombstone, to: theirs, text: Words.conflict(with: theirs))
    }
  }

  /// Sends again what the server had and has lost.
  private func sendMissing() throws {
    let children = Set(try read.children().map(\.id))
    try transaction.noteLost()
    for id in try transaction.endListing() {
      guard let entry = try read.entry(id), children.contains(entry.childID) else { continue }
      var rows = try read.outboxRows(of: id)
      if entry.deletedAt != nil {
        for row in rows { try transaction.remove(row, as: .discarded) }
        try transaction.resolveFailures(of: id)
        try markMissingOnServer(entry, row: rows.first)
      } else if rows.isEmpty {
        // Viewers wait until another person has sent it.
        if try mayWrite(to: entry.childID) {
          try transaction.send(entry, base: nil, mayBeThere: true)
        } else {
          try transaction.withdraw(entry)
        }
      } else {
        try transaction.forgetRemote(id)
        rows[0].base = nil
        try transaction.update(rows[0])
      }
    }
  }
}

/// Versions of entries before local changes: looked up once for a page, and only if needed.
private struct VersionCache {
  let read: ReadTransaction
  private var numbers: [EntryID: [Int64]]?

  init(read: ReadTransaction) { self.read = read }

  mutating func versions(of entry: EntryID) throws -> [Entry] {
    let numbers = try self.numbers ?? read.keptVersions()
    self.numbers = numbers
    return try numbers[entry, default: []].compactMap(read.keptVersion)
  }
}
