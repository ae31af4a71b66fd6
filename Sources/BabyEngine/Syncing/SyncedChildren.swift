public import BabyModel
import BabyStore

/// A child itself on its way to the family server and back: what is merged and sent is its name, its birth and the like.
extension SyncWriter {
  // MARK: From the server

  func mergeChildren(_ page: RemotePage, isResyncing: Bool, telling news: inout [ShareNews]) throws {
    for remote in try page.children.map(completed) {
      try revertRefusedChanges(of: remote, telling: &news)
      try merge(remote, isResyncing: isResyncing)
      try transaction.setRole(remote.role, in: remote.child.id)
      try settleBirth(of: remote)
    }
    let listed = Set(page.children.map(\.child.id))
    for child in try read.children() where !listed.contains(child.id) {
      guard try read.outboxRow(of: child.id) == nil else { continue }
      if isResyncing, try read.role(in: child.id) ?? .owner == .owner {
        try transaction.send(child.id, base: nil)
      } else {
        try transaction.hide(child)
        if !page.ended.contains(child.id) {
          try notifyOfRemoval(child, by: page.removed.first { $0.childID == child.id }?.by)
        }
      }
    }
  }

  /// Reports that a child was removed, and who can restore it.
  private func notifyOfRemoval(_ child: Child, by owner: String?) throws {
    try transaction.addToInbox(
      .remote, entry: nil, child: child.id,
      text: Words.removed(child.name, by: owner, unsent: read.unsentEntries(of: child.id).count))
  }

  /// Fields that the server does not store keep their local values.
  private func completed(_ remote: RemoteChild) throws -> RemoteChild {
    var remote = remote
    if !remote.keepsBirth { remote.child = remote.child.withBirthFacts(of: try read.child(remote.child.id)) }
    return remote
  }

  /// Sends birth data that the server could not store before, as a local change, and reports until then that they stay
  /// here. Changes in transit are settled first.
  private func settleBirth(of remote: RemoteChild) throws {
    let id = remote.child.id
    guard try read.outboxRow(of: id) == nil, let ours = try read.child(id) else { return }
    if !remote.keepsBirth, ours.hasBirthFacts, remote.role == .owner {
      try transaction.addFailureOnce(ofChild: id, text: Words.birthFactsKept(of: ours))
    } else if remote.keepsBirth, try !read.isBirthKept(of: id) {
      try transaction.resolveFailures(ofChild: id)
    }
    try transaction.setBirthKept(remote.keepsBirth, of: id)
  }

  /// A child with a change on its way stays as it is here until that is settled.
  private func merge(_ remote: RemoteChild, isResyncing: Bool) throws {
    let (theirs, ours) = (remote.child, try read.child(remote.child.id))
    let row = try read.outboxRow(of: theirs.id)
    if isResyncing, remote.role == .owner, let ours, row?.base.map({ theirs.updatedAt < $0 }) ?? ours.isLost(by: theirs)
    {
      // The server has lost the version that is here, or that the change builds on.
      try transaction.overrule(theirs, with: ours)
    } else if row == nil {
      if remote.role == .owner, let ours, ours.hasBirthFacts, try !read.isBirthKept(of: ours.id) {
        try take(theirs, mergedWith: ours, from: ours.withBirthFacts(of: nil))
      } else {
        try transaction.adopt(theirs)
      }
    }
  }

  // MARK: To the server

  /// - Parameter base: the server's version that the change was made to; nil when there was none, or it is not known.
  func settle(
    _ write: PendingWrite, of sent: Child, from base: Child?, _ result: SendResult
  ) throws -> SyncOutcome {
    guard let row = try read.outboxRow(of: sent.id), row.number == write.id, let ours = try read.child(sent.id) else {
      return .settled
    }
    let hasLater = !ours.differences(from: sent).isEmpty || ours.isRemoved != sent.isRemoved
    switch Settlement(result, of: write.content, sends: row.sends, hasLater: hasLater, now: now) {
    case .accepted, .conflict, .clash: return .settled
    case .childAccepted(let theirs?):
      try rebase(ours, from: sent, onto: completed(theirs, by: sent), settling: row)
      return .sent(.child(sent), row.arrival)
    case .childAccepted(nil), .gone:
      try transaction.remove(row, as: .sent)
      try transaction.forgetRemote(sent.id)
      try transaction.resolveFailures(ofChild: sent.id)
      // Brought back meanwhile: it is added again.
      if !ours.isRemoved { try transaction.send(sent.id, base: nil) }
      return .sent(.child(sent), row.arrival)
    case .childConflict(let theirs):
      // A restored server has lost the base of the change: all of it is ours again.
      let known = base.map { $0.updatedAt > theirs.updatedAt ? theirs : $0 } ?? theirs
      try rebase(ours, from: known, onto: completed(theirs, by: known), settling: row)
      return .settled
    case .superseded:
      try transaction.send(sent.id, base: row.base)
      return .settled
    case .failed(let failure):
      if row.state != .failed {
        try transaction.resolveFailures(ofChild: sent.id)
        try transaction.addToInbox(
          .failed, entry: nil, child: sent.id, text: Words.failed(sent, reason: failure.message))
      }
      return try fail(row, .child(sent), failure)
    case .retried(let instant, let failure): return try retry(row, .child(sent), at: instant, failure)
    case .postponed(let instant, let failure): return try postpone(row, until: instant, failure, skew: .zero)
    case .paused: return try pause(row)
    }
  }

  /// Rebases local changes of a child onto the server's version, and sends them.
  ///
  /// - Parameters:
  ///   - base: what both were made of.
  ///   - row: the change that this settles.
  private func rebase(_ ours: Child, from base: Child, onto theirs: Child, settling row: OutboxRow) throws {
    try transaction.remove(row, as: .sent)
    try transaction.resolveFailures(ofChild: ours.id)
    try take(theirs, mergedWith: ours, from: base)
  }

  /// Until changes have shown which birth data the server stores, its absence from an answer means nothing.
  private func completed(_ theirs: Child, by known: Child) throws -> Child {
    try read.isBirthKept(of: theirs.id) ? theirs : theirs.withBirthFacts(of: known)
  }

  /// Rebases local changes of a child onto the server's version, with none in transit.
  private func take(_ theirs: Child, mergedWith ours: Child, from base: Child) throws {
    let merge = ChildMerge(ours, from: base, onto: theirs)
    if !merge.overruled.isEmpty {
      try transaction.addToInbox(
        .conflict, entry: nil, child: ours.id, text: Words.conflict(of: ours, with: theirs, in: merge.overruled))
    }
    if merge.child.isRemoved || !merge.child.differences(from: theirs).isEmpty {
      try transaction.overrule(theirs, with: merge.child)
    } else {
      try transaction.forgetRemote(ours.id)
      try transaction.adopt(theirs)
    }
  }
}

/// A lost permission of an account for a child.
public struct ShareNews: Hashable, Sendable {
  public var child: ChildID
  /// For the person at the machine.
  public var text: String
}

extension SyncWriter {
  /// Puts what the account may not send any more into the inbox, and shows what the server has.
  private func revertRefusedChanges(of remote: RemoteChild, telling news: inout [ShareNews]) throws {
    let (theirs, role) = (remote.child, remote.role)
    guard role != .owner else { return }
    try takeBackChange(of: theirs)
    guard !role.covers(.caregiver) else { return }
    let count = try takeBackEntries(of: theirs.id) { Words.readOnly($0, of: theirs.name) }
    if count > 0 { news.append(ShareNews(child: theirs.id, text: Words.readsOnly(theirs.name, unsent: count))) }
  }

  /// Hides children that the server reports as no longer shared with the account. Their unsent changes go to the inbox.
  func endShares(of ended: Set<ChildID>, telling news: inout [ShareNews]) throws {
    for id in ended.sorted() {
      // Children that the server has never shown were never shared here.
      guard let child = try read.child(id), try read.role(in: id) != nil, try !read.isNoLongerShared(id) else {
        continue
      }
      let hasChange = try takeBackChange(of: read.remoteChild(id) ?? child)
      let count = try takeBackEntries(of: id) { Words.notShared($0, of: child.name) } + (hasChange ? 1 : 0)
      guard let known = try read.child(id) else { continue }
      try transaction.endShare(of: known)
      let text = Words.shareEnded(child.name, unsent: count)
      try transaction.addToInbox(.remote, entry: nil, child: id, text: text)
      news.append(ShareNews(child: id, text: text))
    }
  }

  /// - Returns: how many entries had changes on their way.
  private func takeBackEntries(of child: ChildID, text: (Entry) -> String) throws -> Int {
    let entries = try read.unsentEntries(of: child).compactMap { try read.entry($0) }
    let known = try entries.map { (ours: $0, theirs: try read.remoteEntry($0.id)) }
    // Entries that the server does not know make room for a timer that runs there.
    for (ours, theirs) in known.filter({ $0.theirs == nil }) + known.filter({ $0.theirs != nil }) {
      try yield(ours, to: theirs, text: text(ours))
    }
    return known.count
  }

  /// - Parameter theirs: the child as the server has it.
  /// - Returns: whether there was a change of the child itself.
  @discardableResult
  private func takeBackChange(of theirs: Child) throws -> Bool {
    guard let row = try read.outboxRow(of: theirs.id), let ours = try read.child(theirs.id) else { return false }
    try transaction.remove(row, as: .discarded)
    try transaction.forgetRemote(theirs.id)
    try transaction.resolveFailures(ofChild: theirs.id)
    try transaction.addToInbox(
      .conflict, entry: nil, child: theirs.id,
      text: Words.notOwned(ours, than: theirs, in: ours.differences(from: theirs)))
    try transaction.adopt(theirs)
    return true
  }
}

extension Engine {
  /// Deletes children that are no longer shared with the account from the database and its file, once nothing of them
  /// is pending and their news has been seen. Backups keep them.
  ///
  /// - Returns: how many children.
  @discardableResult
  public func forgetEndedShares() async throws -> Int {
    let isNeeded = try await store.read { try !$0.forgettableChildren().isEmpty || $0.hasSeenNewsOfGone() }
    var count = 0
    if isNeeded {
      count = try await sync { book in
        let children = try book.read.forgettableChildren()
        for child in children { try book.transaction.purge(child, keepingNews: true) }
        try book.transaction.forgetSeenNewsOfGone()
        try book.transaction.requestScrub()
        return children.count
      }
    }
    if try await store.read({ try $0.needsScrub() }) { try await store.scrub() }
    return count
  }
}

extension Child {
  fileprivate var isRemoved: Bool { removedAt != nil }

  /// Whether a restored server has lost the local version of the child.
  fileprivate func isLost(by theirs: Child) -> Bool {
    removedAt == nil && theirs.updatedAt < updatedAt && !differences(from: theirs).isEmpty
  }
}
