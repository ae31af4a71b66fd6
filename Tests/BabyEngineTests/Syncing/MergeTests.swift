import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Changes from the server")
struct MergeTests {
  @Test("the first poll brings all of the family's data, and none of it is news")
  func first() async throws {
    let (anna, server, eva) = try await family()
    let entries = [try await anna.log(of: eva), try await anna.log(.sleep, of: eva, for: .minutes(20))]
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server, limit: 1)
    for entry in entries { #expect(try await ben.shown(entry.id) == server.entries[entry.id]) }
    #expect(try await ben.store.read { try $0.children() } == [eva])
    #expect(try await ben.inbox().isEmpty)
    #expect(try await ben.queue().isEmpty)
    #expect(try await ben.engine.syncState().syncedAt == noon)
  }

  @Test("later entries by other people go to the inbox, and cannot be undone here")
  func news() async throws {
    let (anna, server, eva) = try await family()
    try await anna.log(of: eva)
    try await anna.sync(server)
    server.put(anna.entry(.diaper(.dirty), of: eva))
    server.put(anna.entry(.diaper(.both), of: eva), by: "Anna")
    let seq = try await anna.store.read { try $0.lastSeq() }
    try await anna.poll(server)
    #expect(try await anna.inbox().map(\.text) == ["Ben logged dirty diaper"])
    let changes = try await anna.store.read { try $0.changes(after: seq, limit: 100) }
    #expect(changes.filter { if case .entry = $0.subject { true } else { false } }.count == 2)
    #expect(changes.allSatisfy { $0.step == nil && $0.uid == .max })
    let undone = try await anna.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(undone.entries.map(\.content) == [.diaper(.wet)])
  }

  @Test("repeated pages, or pages out of order, change nothing")
  func repeated() async throws {
    let (machine, server, eva) = try await family()
    let entry = server.put(machine.entry(of: eva))
    let old = server.changes(after: nil, limit: 10)
    server.edit(entry.id) { $0.note = "new" }
    try await machine.poll(server)
    let seq = try await machine.store.read { try $0.lastSeq() }
    guard case .page(let page, _) = old else { return }
    #expect(try await machine.engine.merge(page, tag: nil, me: nil).changed == 0)
    #expect(try await machine.shown(entry.id)?.note == "new")
    #expect(try await machine.store.read { try $0.lastSeq() } == seq)
  }

  @Test("a deletion comes as a tombstone, a restored entry reappears")
  func tombstones() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    server.edit(entry.id) { $0.deletedAt = noon }
    try await machine.poll(server)
    #expect(try await machine.shown(entry.id)?.deletedAt != nil)
    server.edit(entry.id) { $0.deletedAt = nil }
    try await machine.poll(server)
    #expect(try await machine.shown(entry.id)?.deletedAt == nil)
  }

  @Test("an entry deleted by another person is restored with its note, which the server no longer has")
  func noteOfTombstone() async throws {
    let (machine, server, eva) = try await family()
    let entry = server.put(machine.entry(of: eva))
    server.edit(entry.id) { $0.note = "first smile" }
    try await machine.poll(server)
    server.edit(entry.id) { ($0.deletedAt, $0.note) = (noon, nil) }
    try await machine.poll(server)
    _ = try await machine.change { try $0.restore(entry.id) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt == nil)
    #expect(server.entries[entry.id]?.note == "first smile")
  }

  @Test("restored by a machine without its note, it gets the note again from one with it")
  func noteOfTombstoneElsewhere() async throws {
    let (anna, server, eva) = try await family()
    let wet = try await anna.log(of: eva)
    let smile = try await anna.log(.note(.general), of: eva)
    try await anna.note("first smile", on: smile.id)
    try await anna.note("green", on: wet.id)
    try await anna.sync(server)
    for id in [wet.id, smile.id] { try await anna.change { _ = try $0.delete(id) } }
    try await anna.sync(server)
    for id in [wet.id, smile.id] { server.forgetNote(of: id) }
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    await #expect(throws: BabyError.self, "a note without its text is none") {
      try await ben.ask { _ = try $0.restore("\(smile.id)") }
    }
    try await ben.ask { _ = try $0.restore("\(wet.id)") }
    try await ben.sync(server)
    #expect(server.entries[wet.id]?.note == nil)
    for machine in [anna, ben] { try await machine.sync(server) }
    for machine in [anna, ben] { try await machine.sync(server) }
    #expect(server.entries[wet.id]?.note == "green")
    #expect(try await ben.shown(wet.id)?.note == "green")
    #expect(try await anna.inbox().isEmpty)
    // A removed part of an existing entry stays removed.
    try await ben.change { transaction in
      var entry = try #require(try transaction.read.entry(wet.id))
      entry.note = nil
      try transaction.update(entry)
    }
    for machine in [ben, anna, ben] { try await machine.sync(server) }
    #expect(try await anna.shown(wet.id)?.note == nil)
  }

  /// A diaper that Anna has changed and deleted without the server, before Ben brings it back.
  private func reworded() async throws -> (anna: SyncedMachine, ben: SyncedMachine, server: ModelServer, Entry) {
    let (anna, server, eva) = try await family()
    let ben = try SyncedMachine("Ben", seed: 2)
    let diaper = try await anna.log(.diaper(.wet), of: eva)
    try await anna.note("old words", on: diaper.id)
    for machine in [anna, ben] { try await machine.sync(server) }
    anna.pass(.minutes(1))
    try await anna.change { transaction in
      var changed = diaper
      (changed.content, changed.note) = (.diaper(.both), "new words")
      try transaction.update(changed)
    }
    try await anna.change { try $0.delete(diaper.id) }
    try await anna.sync(server)
    server.forgetNote(of: diaper.id)
    return (anna, ben, server, diaper)
  }

  @Test("an entry changed and deleted offline is not restored to its state before the change")
  func rewordedOffline() async throws {
    let (anna, ben, server, entry) = try await reworded()
    #expect(server.entries[entry.id]?.content == .diaper(.both), "the server gets the change first")
    try await ben.poll(server)
    ben.pass(.minutes(2))
    _ = try await ben.ask { try $0.restore("\(entry.id)") }
    try await ben.sync(server)
    #expect(try await ben.shown(entry.id)?.content == .diaper(.both))
    for machine in [anna, ben, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[entry.id]?.note == "new words", "Anna's machine is the only one that knows them")
    #expect(server.entries[entry.id]?.content == .diaper(.both))
    #expect(try await ben.shown(entry.id) == server.entries[entry.id])
    #expect(try await anna.shown(entry.id) == server.entries[entry.id])
    for machine in [anna, ben] {
      #expect(try await machine.queue().isEmpty)
      #expect(try await machine.inbox().isEmpty)
    }
  }

  @Test("changes by a person who restores an entry stay")
  func rewordedByOthers() async throws {
    let (anna, ben, server, entry) = try await reworded()
    try await ben.poll(server)
    ben.pass(.minutes(2))
    _ = try await ben.ask { try $0.restore("\(entry.id)") }
    try await ben.note("words of Ben's", on: entry.id)
    for machine in [ben, anna, ben] { try await machine.sync(server) }
    for machine in [anna, ben] { #expect(try await machine.shown(entry.id)?.note == "words of Ben's") }
  }

  @Test("deleting a restored and unchanged entry is one change")
  func deletedAgainOffline() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    try await machine.note("changed", on: entry.id)
    for _ in 1...5 {
      try await machine.change { try $0.delete(entry.id) }
      try await machine.change { try $0.restore(entry.id) }
    }
    try await machine.change { try $0.delete(entry.id) }
    #expect(try await machine.queue().count == 2)
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt != nil && server.entries[entry.id]?.note == "changed")
  }

  @Test("a child that is no longer shared is hidden, and back when it is shared again; its entries stay")
  func unshared() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    server.withdraw(eva)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children() } == [])
    #expect(try await machine.shown(entry.id) != nil)
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children() } == [eva])
  }

  @Test("a local change of a child stays until the server has answered")
  func changedChild() async throws {
    let (machine, server, eva) = try await family()
    try await machine.edit(eva.id) { $0.name = "Evi" }
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children().map(\.name) } == ["Evi"])
    try await machine.sync(server)
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(try await machine.queue().isEmpty)
  }

  @Test(
    "entries by another account of the same name are news, and the account's own elsewhere are not, whatever number it has"
  )
  func namesakes() async throws {
    let (machine, server, eva) = try await family()
    try await machine.poll(server)
    func poll(_ number: Int, shownAs shown: String?) async throws -> [String] {
      for item in try await machine.inbox() { _ = try await machine.change { try $0.dismissInboxItem(item.id) } }
      var entries = [machine.entry(of: eva), machine.entry(.diaper(.dirty), of: eva)]
      (entries[0].author, entries[1].author) = ("Anna", "Anna (2)")
      let page = RemotePage(
        position: "1:\(number)", hasMore: false, children: [RemoteChild(eva, role: .owner, shownAs: shown)],
        entries: entries)
      _ = try await machine.engine.merge(page, tag: nil, me: "Anna")
      return try await machine.inbox().map(\.text)
    }
    #expect(try await poll(1, shownAs: nil) == ["Anna (2) logged dirty diaper"])
    #expect(try await poll(2, shownAs: "Anna (2)") == ["Anna logged wet diaper"])
  }

  @Test("unreadable entries are stored unchanged, and reported once; impossible ones are left out")
  func strange() async throws {
    let (machine, server, eva) = try await family()
    let unknown = UnknownEntry(id: machine.ids.next(at: noon), word: "bath", json: "{}")
    let long = machine.entry(.sleep, of: eva, for: .hours(30))
    let backwards = machine.entry(.sleep, of: eva, for: .hours(-1))
    var homeless = machine.entry(of: eva)
    homeless.childID = machine.ids.next(at: noon)
    let page = RemotePage(
      position: "1:5", hasMore: false, children: server.snapshot.children, entries: [long, backwards, homeless],
      unknown: [unknown])
    for _ in 0..<2 {
      let outcome = try await machine.engine.merge(page, tag: "x", me: "Anna")
      #expect(outcome.ignored == 3 && outcome.changed == 0)
    }
    #expect(try await machine.inbox().map(\.text) == ["From a newer version: bath"])
    #expect(try await machine.store.read { try $0.unknownEntries() } == [unknown])
    #expect(try await machine.engine.syncState().tag == "x")
  }

  @Test("unreadable entries are converted by a version that knows them, once")
  func upgrade() async throws {
    let (machine, _, eva) = try await family()
    let (bath, swim) = (machine.entry(of: eva), machine.entry(of: eva))
    let unknown = [bath, swim].map { UnknownEntry(id: $0.id, word: "bath", json: "{\"id\":\"\($0.id)\"}") }
    let page = RemotePage(
      position: "1", hasMore: false, children: [RemoteChild(eva, role: .owner)], entries: [], unknown: unknown)
    _ = try await machine.engine.merge(page, tag: nil, me: "Anna")
    try machine.restart()
    #expect(try await machine.engine.readAgain { _ in nil } == 0)
    #expect(try await machine.engine.readAgain { $0.id == bath.id ? bath : nil } == 1)
    #expect(try await machine.shown(bath.id) == bath)
    #expect(try await machine.store.read { try $0.unknownEntries() } == [unknown[1]])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("the same id from two machines, as after importing the same file, is one entry")
  func sameImport() async throws {
    let (machine, server, eva) = try await family()
    let (same, other) = (machine.entry(of: eva), machine.entry(of: eva))
    for entry in [same, other] { try await machine.change { try $0.insert(entry) } }
    server.put(same)
    var changed = other
    changed.note = "theirs"
    server.put(changed)
    try await machine.poll(server)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.shown(same.id) == server.entries[same.id])
    #expect(try await machine.shown(other.id) == server.entries[other.id])
    #expect(try await machine.inbox().map(\.kind) == [.conflict])
  }

  @Test("inbox items are dismissed by people, and forgotten after 30 days")
  func inbox() async throws {
    let (machine, server, eva) = try await family()
    try await machine.log(of: eva)
    try await machine.sync(server)
    for _ in 0..<3 { server.put(machine.entry(of: eva)) }
    try await machine.poll(server)
    let id = try #require(try await machine.inbox().first?.id)
    try await machine.ask { try $0.dismissInbox([id]) }
    #expect(try await machine.inbox().count == 2)
    try await machine.ask { try $0.dismissInbox() }
    #expect(try await machine.inbox().isEmpty)
    #expect(try await machine.store.read { try $0.inbox(includingDismissed: true, limit: 9).count } == 3)
    machine.pass(.hours(31 * 24))
    try await machine.engine.forgetOldChanges()
    #expect(try await machine.store.read { try $0.inbox(includingDismissed: true, limit: 9) } == [])
  }

  @Test("a thousand changes are merged in one transaction, in their order")
  func thousand() async throws {
    let (machine, server, eva) = try await family()
    for minute in 0..<1000 { server.put(machine.entry(of: eva, at: noon - .minutes(minute))) }
    try await machine.poll(server, limit: 1000)
    let counts = try await machine.store.read { try $0.entryCounts(child: eva.id) }
    #expect(counts == [.diaper: 1000])
  }
}
