import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Testing

@Suite("A child that is no longer shared with the account")
struct EndedShareTests {
  /// Nothing else is called so.
  private static let name = "Xylophia"
  private static let secret = "zweisilbig"

  /// Ben's machine, with another person's child that he may change, and one of his own.
  private func shared(as role: Role = .caregiver) async throws -> (SyncedMachine, ModelServer, Child) {
    let (machine, server) = (try SyncedMachine("Ben"), ModelServer())
    func child(_ name: String) -> Child {
      Child(
        id: machine.ids.next(at: noon), name: name, born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
        updatedAt: noon)
    }
    let (eva, max) = (child(Self.name), child("Max"))
    server.share(eva, as: role)
    server.share(max)
    var entry = machine.entry(of: eva)
    entry.note = Self.secret
    server.put(entry, by: "Anna")
    try await machine.poll(server)
    try await machine.log(of: max)
    try await machine.sync(server)
    return (machine, server, eva)
  }

  private func children(_ machine: SyncedMachine) async throws -> [String] {
    try await machine.store.read { try $0.children(includingRemoved: true).map(\.name) }
  }

  /// Files of the live database in which something stands.
  private func files(_ machine: SyncedMachine, with text: String) -> [String] {
    ["", "-wal"].filter { end in
      guard let bytes = try? Data(contentsOf: URL(filePath: machine.path + end)) else { return false }
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("without pending changes is deleted at once, from the file too, and its news once it was read")
  func atOnce() async throws {
    let (machine, server, eva) = try await shared()
    let id = try #require(server.entries.values.first { $0.childID == eva.id }).id
    try await machine.note("first \(Self.secret)", on: id)
    try await machine.note("then \(Self.secret)", on: id)
    try await machine.ask { _ = try $0.selectChild("\(eva.id)") }
    try await machine.sync(server)
    server.end(eva.id)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children().map(\.name) } == ["Max"])
    #expect(try await machine.engine.forgetEndedShares() == 1)
    #expect(try await children(machine) == ["Max"])
    #expect(files(machine, with: Self.secret) == [])
    // The news names the child.
    let text = try await machine.inbox().map(\.text)
    #expect(text == [Words.shareEnded(Self.name, unsent: 0)])
    try await machine.ask { try $0.dismissInbox() }
    #expect(try await machine.engine.forgetEndedShares() == 0)
    #expect(files(machine, with: Self.name) == [])
    #expect(try await machine.store.read { try $0.inbox(includingDismissed: true, limit: 10) } == [])
    // Ben's own is as it was, and so is its history.
    #expect(try await machine.change { try $0.undo(uid: SyncedMachine.uid) }.entries.count == 1)
    try await machine.poll(server)
    #expect(try await children(machine) == ["Max"])
  }

  @Test("is deleted after a restart if the daemon was killed before the file was rewritten")
  func killed() async throws {
    let (machine, server, eva) = try await shared()
    let id = try #require(server.entries.values.first { $0.childID == eva.id }).id
    for word in ["one", "two"] {
      server.edit(id) { $0.note = "\(Self.secret) \(word)" }
      try await machine.poll(server)
    }
    server.end(eva.id)
    try await machine.poll(server)
    try await machine.change { transaction in
      let child = try #require(try transaction.read.forgettableChildren().first)
      try transaction.purge(child)
      try transaction.requestScrub()
    }
    try machine.restart()
    #expect(try await machine.store.read { try $0.needsScrub() })
    #expect(try await machine.engine.forgetEndedShares() == 0)
    #expect(files(machine, with: Self.secret) == [] && files(machine, with: Self.name) == [])
    #expect(try await !machine.store.read { try $0.needsScrub() })
  }

  @Test("with unsent changes keeps them in the inbox, and the rest until they are decided")
  func unsent() async throws {
    let (machine, server, eva) = try await shared()
    let known = try #require(server.entries.values.first { $0.childID == eva.id })
    let gone = server.put(machine.entry(of: eva, at: noon - .hours(1)), by: "Anna")
    try await machine.poll(server)
    try await machine.note("changed", on: known.id)
    try await machine.change { try $0.delete(gone.id) }
    let new = try await machine.log(.sleep, of: eva)
    // One of them may have arrived.
    _ = try await machine.next()
    server.end(eva.id)
    let outcome = try #require(try await merge(machine, server))
    #expect(outcome.news.map(\.text) == [Words.shareEnded(Self.name, unsent: 3)])
    #expect(try await machine.queue().isEmpty)
    let items = try await machine.inbox()
    let kept = items.filter { $0.kind == .conflict }
    #expect(Set(kept.compactMap { $0.version?.id }) == [known.id, gone.id, new.id])
    #expect(kept.contains { $0.version?.note == "changed" })
    #expect(kept.contains { $0.version?.id == gone.id && $0.version?.deletedAt != nil })
    #expect(kept.allSatisfy { $0.text.hasPrefix("Not sent, \(Self.name) is no longer shared with you: ") })
    #expect(try await machine.store.read { try $0.running(.sleep, child: eva.id) } == nil)

    #expect(try await machine.engine.forgetEndedShares() == 0)
    for item in kept.dropFirst() { try await machine.ask { try $0.dismissInbox([item.id]) } }
    #expect(try await machine.engine.forgetEndedShares() == 0)
    try await machine.ask { try $0.dismissInbox() }
    #expect(try await machine.engine.forgetEndedShares() == 1)
    #expect(files(machine, with: Self.name) == [] && files(machine, with: Self.secret) == [])
  }

  @Test("cannot be changed while it waits")
  func refused() async throws {
    let (machine, server, eva) = try await shared()
    let new = try await machine.log(of: eva)
    server.end(eva.id)
    try await machine.poll(server)
    let item = try #require(try await machine.inbox().first { $0.version != nil })
    let refusal = BabyError.childNotShared(name: Self.name)
    await #expect(throws: refusal) { try await machine.ask { _ = try $0.applyConflict(item.id) } }
    await #expect(throws: refusal) { try await machine.ask { _ = try $0.restoreChild("\(eva.id)") } }
    await #expect(throws: refusal) { try await machine.ask { _ = try $0.restore("\(new.id)") } }
    await #expect(throws: BabyError.childRemoved(name: Self.name)) {
      try await machine.ask { _ = try $0.logEntry(.init(childID: Self.name, entry: .diaper(.wet))) }
    }
    #expect(try await machine.queue().isEmpty)
  }

  @Test("that is shared again has everything again, including unsent changes", arguments: [false, true])
  func rejoined(isForgotten: Bool) async throws {
    let (machine, server, eva) = try await shared()
    let new = try await machine.log(of: eva, at: noon - .minutes(5))
    server.end(eva.id)
    try await machine.poll(server)
    if isForgotten { try await machine.ask { try $0.dismissInbox() } }
    #expect(try await machine.engine.forgetEndedShares() == (isForgotten ? 1 : 0))
    server.put(machine.entry(of: eva, at: noon - .minutes(1)), by: "Anna")
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    let shown = try await machine.store.read { try $0.entries(EntryQuery(child: eva.id)).entries }
    #expect(shown.count == 2 && shown.allSatisfy { $0.author == "Anna" })
    if !isForgotten {
      let item = try #require(try await machine.inbox().first { $0.version?.id == new.id })
      try await machine.ask { _ = try $0.applyConflict(item.id) }
    } else {
      try await machine.log(of: eva, at: noon - .minutes(5))
    }
    try await machine.sync(server)
    #expect(server.entries.values.count { $0.childID == eva.id } == 3)
    #expect(try await machine.queue().isEmpty)
  }

  @Test("that is only missing is kept: it was removed for everybody, or the server has lost it")
  func missing() async throws {
    let (machine, server, eva) = try await shared()
    try await machine.log(of: eva)
    server.withdraw(eva)
    try await machine.poll(server)
    #expect(try await machine.engine.forgetEndedShares() == 0)
    #expect(try await machine.inbox().map(\.text) == [Words.removed(Self.name, by: nil, unsent: 1)])
    #expect(try await machine.queue().count == 1)
    #expect(try await children(machine) == [Self.name, "Max"])
  }

  @Test("that was never here is not announced, and its end is forgotten when the server stops sending it")
  func once() async throws {
    let (machine, server, eva) = try await shared()
    server.end(machine.ids.next(at: noon))
    server.end(eva.id)
    for _ in 0..<3 { try await machine.poll(server) }
    #expect(try await machine.inbox().count == 1)
  }

  @Test("with read-only access from now on: unsent changes are in the inbox, and the server's version is shown")
  func viewer() async throws {
    let (machine, server, eva) = try await shared()
    let known = try #require(server.entries.values.first { $0.childID == eva.id })
    try await machine.note("changed", on: known.id)
    let new = try await machine.log(.sleep, of: eva)
    server.share(eva, as: .viewer)
    let outcome = try #require(try await merge(machine, server))
    #expect(outcome.news.map(\.text) == [Words.readsOnly(Self.name, unsent: 2)])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.shown(known.id) == known)
    #expect(try await machine.shown(new.id)?.deletedAt != nil)
    let kept = try await machine.inbox().filter { $0.kind == .conflict }
    #expect(Set(kept.compactMap { $0.version?.id }) == [known.id, new.id])
    #expect(kept.allSatisfy { $0.text.hasPrefix("Not sent, you may only read \(Self.name)'s log now: ") })
    // Once only, and all of it again as soon as it can be sent.
    #expect(try await merge(machine, server)?.news == [])
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    for item in kept { try await machine.ask { _ = try $0.applyConflict(item.id) } }
    try await machine.sync(server)
    #expect(server.entries[known.id]?.note == "changed" && server.entries[new.id]?.isRunning == true)
  }

  @Test("a timer that was stopped here without permission keeps running, without a second one")
  func timers() async throws {
    let (machine, server, eva) = try await shared()
    let sleep = server.put(machine.entry(.sleep, of: eva, at: noon - .hours(1)), by: "Anna")
    try await machine.poll(server)
    try await machine.stop(sleep.id)
    machine.pass(.minutes(1))
    let second = try await machine.log(.sleep, of: eva)
    server.share(eva, as: .viewer)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.running(.sleep, child: eva.id) }?.id == sleep.id)
    let kept = try await machine.inbox().compactMap(\.version)
    #expect(Set(kept.map(\.id)) == [sleep.id, second.id])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("an owner's unsent changes without permission are reported, and the rest is sent")
  func owner() async throws {
    let (machine, server, eva) = try await shared(as: .owner)
    try await machine.edit(eva.id) { $0.name = "Evi" }
    let entry = try await machine.log(of: eva)
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.child(eva.id)?.name } == Self.name)
    #expect(
      try await machine.inbox().map(\.text) == ["Not sent, only an owner may change \(Self.name) now · yours: name Evi"]
    )
    try await machine.sync(server)
    #expect(server.entries[entry.id] != nil)
  }

  /// - Returns: what the first page has brought.
  private func merge(_ machine: SyncedMachine, _ server: ModelServer) async throws -> MergeOutcome? {
    guard
      case .page(let page, let tag) = server.changes(after: try await machine.engine.syncState().position, limit: 500)
    else { return nil }
    return try await machine.engine.merge(page, tag: tag, me: machine.name)
  }
}
