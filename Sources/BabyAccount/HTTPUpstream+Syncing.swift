package import BabyModel
import BabyAPI
import BabyProtocol

extension HTTPUpstream {
  package func send(_ write: PendingWrite) async -> SendResult {
    do throws(CallFailure) {
      switch write.content {
      case .entry(let entry, let base): return try await send(entry, base: base, key: write.idempotencyKey)
      case .child(let child, let isNew, let base):
        return try await send(child, isNew: isNew, base: base, key: write.idempotencyKey)
      }
    } catch {
      switch error {
      case .answered(let answer) where answer.status == 401: return .unauthorized
      case .answered(let answer): return .refused(answer.refusal)
      case .rateLimited(let retryAfter): return .rateLimited(retryAfter: retryAfter)
      case .unavailable(let outage): return .unavailable(outage)
      }
    }
  }

  // MARK: Entries

  private func send(_ entry: Entry, base: Instant?, key: String) async throws(CallFailure) -> SendResult {
    let isDeletion = entry.deletedAt != nil
    var draft = EntryDraft(entry, isNew: base == nil)
    // A local change has no author yet. Any other was on the server before, which has lost it.
    draft.changedBy = entry.changedBy.flatMap(PersonName.sent)
    var call =
      isDeletion
      ? Call(Operations.entriesDelete, at: .entry(entry.id))
      : Call(Operations.entriesPut, at: .entry(entry.id), sending: .known(draft))
    call.headers = [("Idempotency-Key", key)]
    if let base {
      call.headers.append(("If-Match", "\"\(base.utcText)\""))
    } else if !isDeletion {
      // Another machine may have sent the same id: an import of the same file.
      call.headers.append(("If-None-Match", "*"))
    }
    do throws(CallFailure) {
      guard let known = try await perform(call).decoded().known?.entry, known.id == entry.id else {
        throw .unavailable(.badAnswer("back a different entry"))
      }
      return .accepted(known)
    } catch {
      guard case .answered(let answer) = error else { throw error }
      if answer.isCode(.timerRunning), let running = answer.entry { return .timerRunning(running) }
      if answer.isCode(.changed) || answer.isCode(.entryDeleted), let known = answer.entry { return .conflict(known) }
      // A server that was restored may not know an entry any more that it knew: there, it is a new one.
      if answer.isCode(.changed), base != nil, !isDeletion { return try await send(entry, base: nil, key: key) }
      // An earlier server takes the change, but not whose it was.
      if draft.changedBy != nil, answer.refusesToKnow(["changedBy"]) {
        var plain = entry
        plain.changedBy = nil
        return try await send(plain, base: base, key: key + ":plain")
      }
      throw error
    }
  }

  package func sendAgain(_ lost: UnknownEntry) async throws(UpstreamError) -> UnknownEntry {
    guard let json = try? JSON(parsing: lost.json.utf8), let record = try? SharedEntryRecord(json: json).relayed else {
      throw .refused(Refusal(status: 400, message: "The entry is of no kind that a server passes on."))
    }
    var call = Call(Operations.entriesPut, at: .entry(lost.id), sending: .relayed(RelayedDraft(record.entry)))
    // Another machine may have sent it before.
    call.headers = [
      ("Idempotency-Key", "again:\(lost.id):\(record.entry.updatedAt.utcText)"), ("If-None-Match", "*"),
    ]
    do throws(CallFailure) {
      return UnknownEntry(id: lost.id, word: lost.word, json: try await perform(call).json().text)
    } catch { throw UpstreamError(error) }
  }

  // MARK: Children

  /// - Parameter base: the server's version that the change was made to; nil when that is not known.
  private func send(
    _ child: Child, isNew: Bool, base: Child?, key: String
  ) async throws(CallFailure) -> SendResult {
    if child.removedAt != nil { return try await remove(child, key: key) }
    guard isNew else { return try await update(child, from: base, key: key) }
    let body = NewChild(
      id: child.id, name: child.name, born: child.born, zone: child.zone, sex: child.sex,
      feedingStyle: child.feedingStyle, dueDate: child.dueDate, birthWeight: child.birthWeight)
    let shared = try await send(body, orElse: { $0.withoutBirth }, key: key) {
      Call(Operations.childrenAdd, sending: $0)
    }
    let known = shared.completed(by: child)
    // The account had it already, and not as it is here.
    guard child.differences(from: known).isEmpty else {
      return try await update(child, from: known, key: key + ":update")
    }
    return .childAccepted(known)
  }

  /// Sends a child or a change of it, and without what an earlier server refuses to know if it does: that stays here.
  private func send<Body: WireObject>(
    _ body: Body, orElse plain: (Body) -> Body?, key: String, _ call: (Body) -> Call<SharedChild>
  ) async throws(CallFailure) -> SharedChild {
    var first = call(body)
    first.headers.append(("Idempotency-Key", key))
    do throws(CallFailure) { return try await perform(first).decoded() } catch {
      guard case .answered(let answer) = error, answer.refusesToKnow(Self.birthMembers), let plain = plain(body) else {
        throw error
      }
      var second = call(plain)
      second.headers.append(("Idempotency-Key", key + ":plain"))
      return try await perform(second).decoded()
    }
  }

  private static let birthMembers = ["dueDate", "birthWeight"]

  /// Sends what differs from a version, for as long as that is the server's.
  private func update(_ child: Child, from base: Child?, key: String) async throws(CallFailure) -> SendResult {
    let patch = ChildPatch(child, fields: base.map(child.differences) ?? ChildField.allCases)
    do throws(CallFailure) {
      let shared = try await send(patch, orElse: { $0.withoutBirth }, key: key) { patch in
        var call = Call(Operations.childrenUpdate, at: .child(child.id), sending: patch)
        if let base { call.headers = [("If-Match", "\"\(base.updatedAt.utcText)\"")] }
        return call
      }
      return .childAccepted(shared.completed(by: child))
    } catch {
      guard case .answered(let answer) = error, answer.isCode(.changed) else { throw error }
      let children = try await perform(Call(Operations.childrenList)).decoded().children
      guard let theirs = children.first(where: { $0.child.id == child.id }) else { throw error }
      return .childConflict(theirs.completed(by: base ?? child))
    }
  }

  private func remove(_ child: Child, key: String) async throws(CallFailure) -> SendResult {
    var call = Call(Operations.childrenRemove, at: .child(child.id))
    call.headers = [("Idempotency-Key", key)]
    do throws(CallFailure) { _ = try await perform(call) } catch {
      guard case .answered(let answer) = error, answer.isCode(.notFound) else { throw error }
    }
    return .childAccepted(nil)
  }
}

extension SharedChild {
  /// The child, with the local birth data if its server does not store them.
  fileprivate func completed(by known: Child) -> Child { keepsBirth ? child : child.withBirthFacts(of: known) }
}

extension NewChild {
  fileprivate var withoutBirth: NewChild {
    var body = self
    (body.dueDate, body.birthWeight) = (nil, nil)
    return body
  }
}

extension ChildPatch {
  /// - Parameter fields: the fields to change.
  fileprivate init(_ child: Child, fields: [ChildField]) {
    self.init()
    for field in fields {
      switch field {
      case .name: name = child.name
      case .born: born = child.born
      case .zone: zone = child.zone
      case .sex: sex = child.sex.map { .value($0) } ?? .null
      case .feedingStyle: feedingStyle = child.feedingStyle.map { .value($0) } ?? .null
      case .dueDate: dueDate = child.dueDate.map { .value($0) } ?? .null
      case .birthWeight: birthWeight = child.birthWeight.map { .value($0) } ?? .null
      }
    }
  }

  fileprivate var withoutBirth: ChildPatch {
    var patch = self
    (patch.dueDate, patch.birthWeight) = (nil, nil)
    return patch
  }
}

extension HTTPUpstream {
  /// In bytes. One entry with the longest note fits well; with many of them fewer entries are requested.
  private static let pageLimit = 8 * 1024 * 1024

  package func changes(
    after position: String?, knowing tag: String?, limit: Int, settings: String? = nil
  ) async throws(UpstreamError) -> PollResult {
    var call = Call(Operations.changesList)
    call.limit = Self.pageLimit
    if let position { call.query.append(("since", position)) }
    call.query.append(("limit", "\(limit)"))
    // A header, which a server that knows nothing of it leaves aside: it would refuse a parameter.
    call.headers.append((SettingsHeader.name, settings ?? SettingsHeader.beginning))
    if let tag { call.headers.append(("If-None-Match", tag)) }
    do throws(CallFailure) {
      let answer = try await perform(call)
      if answer.status == 304 { return .unchanged }
      let json = try answer.json()
      do { return .page(try RemotePage(reading: json), tag: answer.tag) } catch {
        throw .unavailable(.badAnswer("JSON of an unexpected form"))
      }
    } catch {
      if case .answered(let answer) = error, answer.isCode(.epochUnknown) { return .positionUnknown }
      if case .unavailable(.tooLarge) = error { return .tooLarge }
      throw UpstreamError(error)
    }
  }

  package func followEvents(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (EventStreamEnd) -> Void
  ) -> EventStreamHandle {
    guard let request = try? request(for: Call(Operations.eventsFollow)) else {
      ended(.unsupported)
      return EventStreamHandle {}
    }
    return connections.follow(request, heard: heard, ended: ended)
  }

  package func send(_ setting: PendingSetting) async throws(UpstreamError) -> SharedSetting {
    var call = Call(Operations.settingsChange, sending: SharedSettingRecord(setting.setting))
    call.headers = [("Idempotency-Key", setting.idempotencyKey)]
    do throws(CallFailure) {
      let theirs = try await perform(call).decoded().setting
      guard theirs.place == setting.setting.place else {
        throw .unavailable(.badAnswer("back a different setting"))
      }
      return theirs
    } catch { throw UpstreamError(error) }
  }
}
