import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addEntries() {
    let (room, scan) = (services.limits.page, services.limits.search)
    let trigger = services.push
    read(Operations.entriesList) { authorized in
      let child = try authorized.membership().child
      let zone = try authorized.zone(of: child)
      var query = try authorized.query(of: child)
      (query.room, query.scan) = (room, scan)
      let page = try authorized.reader.entries.entries(query)
      let records = page.entries.map { EntryRecord($0, in: zone) }
      return authorized.answer(EntryList(entries: records, nextCursor: page.nextCursor))
    }
    write(Operations.entriesPut, repeating: { try $0.answer(toRepeated: $1) }) { authorized, writer in
      let draft = try authorized.body()
      let child = try authorized.membership(in: draft.childID).child
      let (entry, isNew) = try authorized.entry(draft, of: child)
      if isNew {
        try authorized.countWrite(for: child.id)
        try entry.validate(child: child, zone: authorized.zone(of: child), now: authorized.call.now)
        try authorized.refuseSecondTimer(entry, of: child)
        try writer.put(entry)
        writer.afterCommit { trigger.note(entry, by: authorized.user.id, now: writer.now) }
      }
      var answer = authorized.answer(try authorized.record(entry, of: child), tag: entry.updatedAt.tag)
      answer.kept =
        WrittenEntry(
          author: entry.author, changedBy: entry.changedBy, createdAt: entry.createdAt, updatedAt: entry.updatedAt
        ).encoded
      return answer
    }
    write(Operations.entriesDelete) { authorized, writer in
      guard var entry = try authorized.reader.entry(authorized.call.id("entry")) else { throw APIError.nothing }
      let child = try authorized.membership(in: entry.childID).child
      if entry.deletedAt == nil {
        try authorized.requireMatch(entry, of: child)
        // The content is deleted. A client that restores the entry sends all of it.
        entry.delete(by: try authorized.shownName(in: child.id), at: entry.updatedAt.next(at: authorized.call.now))
        try writer.put(entry)
      }
      return authorized.answer(try authorized.record(entry, of: child), tag: entry.updatedAt.tag)
    }
  }

  mutating func addChanges() {
    let room = services.limits.page
    read(Operations.changesList) { authorized in
      let since = try authorized.position(authorized.call.query["since"], of: "since")
      let memberships = try authorized.reader.memberships(of: authorized.user.id)
      let page = try authorized.reader.changes(
        in: memberships, since: since, limit: try authorized.call.limit(default: PageLength.longest), room: room)
      let position = try authorized.text(of: page.position)
      let news = try authorized.settingNews(in: memberships)
      let visibility = try authorized.reader.visibility(
        of: authorized.user.id, memberships, epoch: authorized.session.epoch)
      let tag = "\"\(position)\(news.map { ";\($0.position)" } ?? ""):\(visibility.fingerprint)\""
      if authorized.call.matches("if-none-match", tag) == true { return authorized.unchanged(tag) }
      let zones = try Dictionary(
        uniqueKeysWithValues: memberships.map { ($0.child.id, try authorized.zone(of: $0.child)) })
      let records = page.entries.compactMap { entry in
        zones[entry.childID].map { SharedEntryRecord(entry, in: $0) }
      }
      let ended = try authorized.reader.endedMemberships(of: authorized.user.id)
      let removed = try authorized.reader.removedChildren(of: authorized.user.id)
      let memberEvents = try authorized.reader.memberEvents(
        in: memberships, since: since, upTo: page.hasMore ? page.position : nil)
      let list = ChangeList(
        position: position, hasMore: page.hasMore || news?.hasMore == true,
        children: try memberships.map(authorized.sharedChild),
        entries: records, settings: news?.settings.map { SharedSettingRecord($0) },
        settingsPosition: try news.map { try authorized.text(of: $0.position) },
        ended: ended.isEmpty ? nil : ended, removed: removed.isEmpty ? nil : removed,
        memberEvents: memberEvents.isEmpty ? nil : memberEvents, user: authorized.user)
      return authorized.answer(list, tag: tag)
    }
  }
}

extension AuthorizedCall {
  /// The query of a list's parameters.
  fileprivate func query(of child: Child) throws -> EntryQuery {
    let settings = try settings(of: child)
    let zone = try zone(of: child)
    var query = EntryQuery(child: child.id, limit: try call.limit(default: 100), cursor: call.query["cursor"])
    query.from = try call.parameter("from", "an instant, such as 2026-11-21T20:14:05.000Z") { Instant(rfc3339: $0) }
    query.to = try call.parameter("to", "an instant, such as 2026-11-21T20:14:05.000Z") { Instant(rfc3339: $0) }
    if let day = try call.parameter("day", "a date, such as 2026-11-21", { LocalDate($0) }) {
      guard query.from == nil, query.to == nil else { throw APIError.invalid("day", "cannot be used with from or to") }
      let window = DayWindow(day, dayStart: settings.dayStart, zone: zone)
      (query.from, query.to) = (window.start, window.end)
    }
    let words = EntryKind.allCases.map(\.rawValue).joined(separator: ", ")
    if let kinds = try call.parameter("kind", "of \(words), separated by commas", EntryKind.list) {
      query.kinds = kinds
    }
    if let text = try call.search() {
      query.search = EntrySearch(text, units: settings.units, zone: zone)
    }
    return query
  }

  /// The entry that a draft asks for, and whether it differs from what is there.
  fileprivate func entry(_ draft: SharedEntryDraft, of child: Child) throws -> (entry: SharedEntry, isNew: Bool) {
    let id: EntryID = try call.id("entry")
    guard let old = try reader.entry(id) else {
      guard call.headers["if-match"] == nil else { throw APIError(.changed, "There is no such entry.") }
      let author = try imported(draft.author, of: "author", in: child.id) ?? shownName(in: child.id)
      let changer = try imported(draft.changedBy, of: "changedBy", in: child.id)
      return (draft.entry(id, by: author, changedBy: changer, createdAt: call.now, updatedAt: call.now), true)
    }
    guard old.childID == child.id else {
      _ = try membership(in: old.childID)
      throw APIError.invalid("childId", "cannot be changed")
    }
    var entry = draft.entry(
      id, by: old.author, changedBy: old.changedBy, createdAt: old.createdAt, updatedAt: old.updatedAt)
    guard old.kind == entry.kind else { throw APIError.invalid("kind", "cannot be changed") }
    // An unchanged entry conflicts with nothing.
    if entry == old { return (old, false) }
    if old.deletedAt == nil, call.matches("if-none-match", old.updatedAt.tag) == true {
      throw APIError(.changed, "There is another entry with this id.", entry: try record(old, of: child))
    }
    try requireMatch(old, of: child)
    if old.deletedAt != nil, call.headers["if-match"] == nil {
      throw APIError(.entryDeleted, "This entry has been deleted.", entry: try record(old, of: child))
    }
    let changer = try imported(draft.changedBy, of: "changedBy", in: child.id) ?? shownName(in: child.id)
    entry.wasChanged(by: changer, at: old.updatedAt.next(at: call.now))
    return (entry, true)
  }

  /// A person named in a draft, marked as imported unless it is the caller.
  private func imported(_ person: String?, of field: String, in child: ChildID) throws -> String? {
    guard let person else { return nil }
    if let problem = User.problem(withName: PersonName.writer(person)) { throw APIError.invalid(field, problem) }
    return PersonName.imported(person, by: user.name, shownAs: try shownName(in: child))
  }

  /// - Throws: `changed` when the caller means the entry as it no longer is.
  fileprivate func requireMatch(_ entry: SharedEntry, of child: Child) throws {
    guard call.matches("if-match", entry.updatedAt.tag) == false else { return }
    throw APIError(.changed, "This entry has changed since.", entry: try record(entry, of: child))
  }

  /// Timers of an unknown kind are not limited: only programs that know the kind can check.
  fileprivate func refuseSecondTimer(_ entry: SharedEntry, of child: Child) throws {
    guard case .known(let entry) = entry, entry.isRunning,
      let running = try reader.entries.running(entry.timer, child: child.id), running.id != entry.id
    else { return }
    throw APIError(
      .timerRunning, "A \(entry.timer.noun) of \(child.name) is running already.",
      entry: try record(.known(running), of: child))
  }

  /// Settings that have changed since the position in the header; nil without the header, because such a client cannot
  /// read them.
  fileprivate func settingNews(in memberships: [Membership]) throws -> SettingPage? {
    guard let header = call.headers[SettingsHeader.name.lowercased()] else { return nil }
    let since = try position(header == SettingsHeader.beginning ? nil : header, of: SettingsHeader.name)
    return try reader.settings(of: user.id, in: memberships, since: since, limit: Self.mostSettings)
  }

  /// Of a page: with keys and values of the longest they come to about half a megabyte.
  private static var mostSettings: Int { 500 }

  /// `<epoch>:<position>:<history>`; the history is left out if the position belongs to none.
  fileprivate func text(of position: FeedPosition) throws -> String {
    let history = try reader.history(of: position.seq).map { ":\($0)" } ?? ""
    return "\(session.epoch):\(position)\(history)"
  }

  /// - Throws: `epochUnknown` for a position of another database, of this one's future, or of another copy of it.
  ///
  /// - Parameter name: of the parameter or header; nothing in it is the beginning.
  fileprivate func position(_ since: String?, of name: String) throws -> FeedPosition {
    guard let since else { return .beginning }
    let parts = since.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let from = Identifier<ServerStore>(parts[0]),
      let position = FeedPosition(parts[1])
    else {
      throw APIError.invalid(name, "must be the position from an earlier answer")
    }
    guard from == session.epoch, position.seq <= session.lastSeq,
      try reader.history(of: position.seq) == (parts.count == 3 ? String(parts[2]) : nil)
    else {
      throw APIError(.epochUnknown, "The server's data was replaced. Please fetch everything again.")
    }
    return position
  }
}

extension AuthorizedCall where Body == SharedEntryDraft {
  /// The answer to the first request with the draft, whatever has happened to the entry since.
  ///
  /// - Parameter kept: what was kept of that answer.
  fileprivate func answer(toRepeated kept: [UInt8]) throws -> [UInt8] {
    let written = try WrittenEntry(strictly: JSON(parsing: kept, mostValues: JSON.mostRequestValues))
    let draft = try body()
    guard let child = try reader.entries.child(draft.childID) else { throw APIError.nothing }
    let entry = draft.entry(
      try call.id("entry"), by: written.author, changedBy: written.changedBy, createdAt: written.createdAt,
      updatedAt: written.updatedAt)
    return try record(entry, of: child).encoded
  }
}

/// The parts of an answer that are not in the request. Together they make up the answer, which therefore need not be
/// stored: it would contain a note a second time.
@WireMembers
private struct WrittenEntry: WireObject {
  /// Who logged it.
  var author: String?
  /// Who changed it last.
  var changedBy: String?
  /// When it was logged.
  var createdAt: Instant
  /// When it was changed last.
  var updatedAt: Instant
}

extension EntryKind {
  fileprivate static func list(_ text: String) -> Set<EntryKind>? {
    let words = text.split(separator: ",")
    let kinds = words.compactMap { EntryKind(rawValue: String($0)) }
    return kinds.isEmpty || kinds.count < words.count ? nil : Set(kinds)
  }
}
