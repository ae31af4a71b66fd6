import BabyModel
import Synchronization

/// What the family server does with entries, in memory and without the network: one family, and all of it.
final class ModelServer: Sendable {
  struct State {
    var epoch = 1
    var seq = 0
    var now = noon
    var children: [RemoteChild] = []
    /// Children that were shared once.
    var ended: Set<ChildID> = []
    /// Children that an owner has removed for everybody.
    var removed: [RemovedChild] = []
    var memberEvents: [MemberEvent] = []
    var entries: [EntryID: Entry] = [:]
    var seqs: [EntryID: Int] = [:]
    var answers: [String: SendResult] = [:]
    /// Ids of children of other accounts.
    var taken: Set<ChildID> = []
    /// Nil for a server of before settings were shared.
    var settings: [SharedSetting]?
    /// False for a server of before due dates and weights at birth.
    var keepsBirth = true
    var settingSeqs: [SettingPlace: Int] = [:]
    /// Entries that were written, by id: how often each was made.
    var creations: [EntryID: Int] = [:]
  }

  private let state = Mutex(State())

  var entries: [EntryID: Entry] { state.withLock { $0.entries } }
  var creations: [EntryID: Int] { state.withLock { $0.creations } }
  var snapshot: State { state.withLock { $0 } }

  /// Entries of a child that was out of sight come with it.
  func share(_ child: Child, as role: Role = .owner) {
    state.withLock { state in
      if !state.children.contains(where: { $0.child.id == child.id }) {
        for id in state.entries.values.filter({ $0.childID == child.id }).map(\.id) {
          state.seq += 1
          state.seqs[id] = state.seq
        }
      }
      state.children.removeAll { $0.child.id == child.id }
      state.children.append(RemoteChild(child, role: role))
      state.ended.remove(child.id)
      state.removed.removeAll { $0.childID == child.id }
    }
  }

  /// The account is removed from those who share a child, and told so.
  func end(_ child: ChildID) {
    state.withLock { state in
      state.children.removeAll { $0.child.id == child }
      state.ended.insert(child)
    }
  }

  /// A person joins a child or leaves it.
  func tell(
    _ action: MemberEvent.Action, _ name: String, of child: Child, as role: Role? = nil, by owner: String? = nil
  ) {
    state.withLock { state in
      state.memberEvents.append(
        MemberEvent(childID: child.id, at: state.now, action: action, name: name, role: role, by: owner))
    }
  }

  /// Another family's child has this id.
  func take(_ child: ChildID) { state.withLock { _ = $0.taken.insert(child) } }

  func keepBirth(_ keeps: Bool = true) { state.withLock { $0.keepsBirth = keeps } }

  /// An owner removes a child for everybody.
  func remove(_ child: Child, by owner: String? = nil) {
    withdraw(child)
    state.withLock { $0.removed.append(RemovedChild(childID: child.id, by: owner)) }
  }

  func withdraw(_ child: Child) { state.withLock { $0.children.removeAll { $0.child.id == child.id } } }

  /// As when a backup is restored: another epoch.
  ///
  /// - Parameter clock: what the server's clock shows from then on; nil if it goes on.
  func restore(_ backup: State, clock: Instant? = nil) {
    state.withLock { state in
      let (epoch, now) = (state.epoch, state.now)
      state = backup
      (state.epoch, state.now) = (epoch + 1, clock ?? now)
    }
  }

  func pass(_ time: Duration) { state.withLock { $0.now = $0.now + time } }

  /// Another person writes an entry.
  @discardableResult
  func put(_ entry: Entry, by author: String = "Ben") -> Entry {
    state.withLock { $0.put(entry, by: author) }
  }

  /// Another person changes an entry.
  @discardableResult
  func edit(_ id: EntryID, by author: String = "Ben", _ change: (inout Entry) -> Void) -> Entry? {
    state.withLock { state in
      guard var entry = state.entries[id] else { return nil }
      change(&entry)
      return state.put(entry, by: author)
    }
  }

  /// Another person changes a child.
  func edit(_ id: ChildID, _ change: (inout Child) -> Void) {
    state.withLock { state in
      guard let index = state.children.firstIndex(where: { $0.child.id == id }) else { return }
      state.now = state.now + .milliseconds(1)
      change(&state.children[index].child)
      state.children[index].child.updatedAt = max(state.now, state.children[index].child.updatedAt + .milliseconds(1))
    }
  }

  func answer(to write: PendingWrite, from author: String) -> SendResult {
    state.withLock { state in
      if let answer = state.answers[write.idempotencyKey] { return answer }
      let answer = state.answer(to: write.content, from: author)
      switch answer {
      case .accepted, .childAccepted: state.answers[write.idempotencyKey] = answer
      default: break
      }
      return answer
    }
  }

  /// A tombstone keeps nothing of what was written.
  func forgetNote(of id: EntryID) { state.withLock { $0.entries[id]?.note = nil } }

  func hasTaken(_ write: PendingWrite) -> Bool { state.withLock { $0.answers[write.idempotencyKey] != nil } }

  func changes(after position: String?, limit: Int, settings: String? = nil) -> PollResult {
    state.withLock { state in
      let parts = position?.split(separator: ":").compactMap { Int($0) } ?? [state.epoch, 0]
      guard parts[0] == state.epoch, parts[1] <= state.seq else { return .positionUnknown }
      let known = Set(state.children.map(\.child.id))
      let changed = state.seqs.filter { $0.value > parts[1] }.sorted { $0.value < $1.value }
      let page = changed.prefix(limit)
      return .page(
        RemotePage(
          position: "\(state.epoch):\(page.last?.value ?? parts[1])", hasMore: changed.count > limit,
          children: state.children.map { RemoteChild($0.child, role: $0.role, keepsBirth: state.keepsBirth) },
          entries: page.compactMap { state.entries[$0.key] }.filter { known.contains($0.childID) },
          settings: state.news(of: settings), ended: state.ended, removed: state.removed,
          memberEvents: state.memberEvents),
        tag: nil)
    }
  }
}

// MARK: Settings

extension ModelServer {
  var settings: [SharedSetting] { state.withLock { $0.settings ?? [] } }

  func keepSettings(_ keeps: Bool = true) { state.withLock { $0.settings = keeps ? $0.settings ?? [] : nil } }

  /// - Parameter refusal: in place of doing it.
  func answer(to sent: PendingSetting, refusal: Refusal? = nil) -> Result<SharedSetting, Refusal> {
    state.withLock { state in
      if let refusal { return .failure(refusal) }
      return .success(state.put(sent.setting))
    }
  }

  /// Another person sets a value.
  @discardableResult
  func put(_ setting: SharedSetting) -> SharedSetting { state.withLock { $0.put(setting) } }
}

extension ModelServer.State {
  fileprivate mutating func put(_ setting: SharedSetting) -> SharedSetting {
    settings = (settings ?? []).filter { $0.place != setting.place } + [setting]
    seq += 1
    settingSeqs[setting.place] = seq
    return setting
  }

  fileprivate func news(of position: String?) -> SettingNews? {
    guard let settings else { return nil }
    let since = position.flatMap { Int($0) } ?? 0
    let new = settings.filter { settingSeqs[$0.place] ?? 0 > since }
    return SettingNews(position: "\(settingSeqs.values.max() ?? 0)", settings: new)
  }
}

extension ModelServer.State {
  /// - Parameter changer: who has made the change, where a machine sends it again.
  fileprivate mutating func put(_ entry: Entry, by author: String, changedBy changer: String? = nil) -> Entry {
    var entry = entry
    let old = entries[entry.id]
    now = now + .milliseconds(1)
    entry.author = old?.author ?? author
    entry.changedBy = changer ?? (old == nil ? nil : author)
    entry.createdAt = old?.createdAt ?? now
    entry.updatedAt = max(now, (old?.updatedAt ?? now) + .milliseconds(1))
    if old == nil { creations[entry.id, default: 0] += 1 }
    seq += 1
    entries[entry.id] = entry
    seqs[entry.id] = seq
    return entry
  }

  fileprivate mutating func answer(to content: PendingWrite.Content, from author: String) -> SendResult {
    switch content {
    case .child(let child, let isNew, let base): return answer(to: child, isNew: isNew, base: base)
    case .entry(let entry, let base):
      guard let role = children.first(where: { $0.child.id == entry.childID })?.role else {
        return .refused(Refusal(status: 404, message: "Not found"))
      }
      guard role.covers(.caregiver) else { return .refused(Refusal(status: 403, message: "You may only look.")) }
      return entry.deletedAt == nil ? put(entry, base: base, by: author) : delete(entry, base: base, by: author)
    }
  }

  private mutating func answer(to child: Child, isNew: Bool, base: Child?) -> SendResult {
    let child = keepsBirth ? child : child.withBirthFacts(of: nil)
    guard let index = children.firstIndex(where: { $0.child.id == child.id }) else {
      if child.removedAt != nil { return .childAccepted(nil) }
      guard isNew, !taken.contains(child.id) else { return .refused(Refusal(status: 404, message: "Not found")) }
      // When it got the child, its own clock says.
      var made = child
      now = now + .milliseconds(1)
      (made.createdAt, made.updatedAt) = (now, now)
      children.append(RemoteChild(made, role: .owner))
      return .childAccepted(made)
    }
    let known = children[index].child
    if isNew, child.differences(from: known).isEmpty { return .childAccepted(known) }
    guard children[index].role == .owner else { return .refused(Refusal(status: 403, message: "No access")) }
    if child.removedAt != nil {
      children.remove(at: index)
      return .childAccepted(nil)
    }
    if !isNew, let base, base.updatedAt != known.updatedAt { return .childConflict(known) }
    var merged = ChildMerge(child, from: isNew ? known : base ?? known, onto: known).child
    now = now + .milliseconds(1)
    merged.updatedAt = max(now, known.updatedAt + .milliseconds(1))
    children[index].child = merged
    return .childAccepted(merged)
  }

  private mutating func put(_ entry: Entry, base: Instant?, by author: String) -> SendResult {
    if let old = entries[entry.id] {
      if entry.isSameVersion(as: old) { return .accepted(old) }
      if let base, base != old.updatedAt { return .conflict(old) }
      if base == nil { return .conflict(old) }
    }
    // A lost one is recreated.
    let running = entries.values.first {
      $0.id != entry.id && $0.childID == entry.childID && $0.timer == entry.timer && $0.isRunning && $0.deletedAt == nil
    }
    if entry.isRunning, let running { return .timerRunning(running) }
    return .accepted(put(entry, by: author, changedBy: entry.changedBy))
  }

  private mutating func delete(_ entry: Entry, base: Instant?, by author: String) -> SendResult {
    guard let old = entries[entry.id] else { return .refused(Refusal(status: 404, message: "Not found")) }
    if old.deletedAt != nil { return .accepted(old) }
    if let base, base != old.updatedAt { return .conflict(old) }
    var deleted = old
    deleted.deletedAt = now
    return .accepted(put(deleted, by: author))
  }
}
