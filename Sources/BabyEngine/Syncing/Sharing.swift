public import BabyModel
import BabyStore

/// A lost permission of an account for a child.
public struct ShareNews: Hashable, Sendable {
  public var child: ChildID
  /// For the person at the machine.
  public var text: String
}

extension SyncWriter {
  /// Puts what the account may not send any more into the inbox, and shows what the server has.
  func takeBackWhatIsRefused(of remote: RemoteChild, telling news: inout [ShareNews]) throws {
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
        try book.transaction.askForScrub()
        return children.count
      }
    }
    if try await store.read({ try $0.needsScrub() }) { try await store.scrub() }
    return count
  }
}
