import BabyAPI
public import BabyModel
import BabyProtocol

extension FamilyServer {
  public func send(_ write: PendingWrite) async -> SendResult {
    do throws(CallFailure) {
      switch write.content {
      case .entry(let entry, let base): return try await send(entry, base: base, key: write.idempotencyKey)
      case .child(let child, let isNew): return try await send(child, isNew: isNew)
      }
    } catch { return SendResult(error) }
  }

  // MARK: Entries

  private func send(_ entry: Entry, base: Instant?, key: String) async throws(CallFailure) -> SendResult {
    let isDeletion = entry.deletedAt != nil
    var call = isDeletion ? Call("entries.delete") : Call("entries.put", EntryDraft(entry))
    call.path["entry"] = "\(entry.id)"
    call.headers = [("Idempotency-Key", key)]
    if let base {
      call.headers.append(("If-Match", "\"\(base.utcText)\""))
    } else if !isDeletion {
      // Another machine may have sent the same id: an import of the same file.
      call.headers.append(("If-None-Match", "*"))
    }
    do throws(CallFailure) {
      let known = try await perform(call).decoded(EntryRecord.self).entry
      guard known.id == entry.id else { throw .unavailable(.badAnswer("another entry than the one that was sent")) }
      return .accepted(known)
    } catch {
      guard case .answered(let answer) = error else { throw error }
      if answer.isCode(.timerRunning), let running = answer.entry { return .timerRunning(running) }
      if answer.isCode(.changed) || answer.isCode(.entryDeleted), let known = answer.entry { return .conflict(known) }
      // Nothing to delete: the server has lost the entry, or the account has lost sight of it.
      if isDeletion, answer.isCode(.notFound) { return .accepted(entry) }
      // A server that was restored may not know an entry any more that it knew: there, it is a new one.
      if answer.isCode(.changed), base != nil, !isDeletion { return try await send(entry, base: nil, key: key) }
      throw error
    }
  }

  // MARK: Children

  /// Sent as a whole, and without a key: a child is added once whatever is sent, by its id, and sending the same state
  /// twice changes nothing.
  private func send(_ child: Child, isNew: Bool) async throws(CallFailure) -> SendResult {
    guard child.removedAt == nil else { return try await remove(child) }
    if isNew {
      let wish = NewChild(
        id: child.id, name: child.name, born: child.born, zone: child.zone, sex: child.sex,
        feedingStyle: child.feedingStyle)
      let known = try await perform(Call("children.add", wish)).decoded(SharedChild.self).child
      // Added by an earlier attempt whose answer was lost, and changed since.
      guard known.differs(from: child) else { return .accepted(nil) }
    }
    let patch = ChildPatch(
      name: child.name, born: child.born, zone: child.zone, sex: child.sex.map { .value($0) } ?? .null,
      feedingStyle: child.feedingStyle.map { .value($0) } ?? .null)
    var call = Call("children.update", patch)
    call.path["child"] = "\(child.id)"
    _ = try await perform(call).decoded(SharedChild.self)
    return .accepted(nil)
  }

  private func remove(_ child: Child) async throws(CallFailure) -> SendResult {
    var call = Call("children.remove")
    call.path["child"] = "\(child.id)"
    do throws(CallFailure) { _ = try await perform(call) } catch {
      guard case .answered(let answer) = error, answer.isCode(.notFound) else { throw error }
    }
    return .accepted(nil)
  }
}

extension Child {
  /// In what a person says of a child.
  fileprivate func differs(from other: Child) -> Bool {
    (name, born, zone) != (other.name, other.born, other.zone) || sex != other.sex
      || feedingStyle != other.feedingStyle
  }
}
