import BabyEngine
import BabyModel
import BabyStore
import Testing

/// A machine and a server that share Eva.
func family() async throws -> (SyncedMachine, ModelServer, Child) {
  let (machine, server) = (try SyncedMachine(), ModelServer())
  _ = try await machine.add("Eva")
  try await machine.sync(server)
  #expect(try await machine.queue().isEmpty)
  // As the server has it, when it got it included.
  return (machine, server, try #require(server.snapshot.children.first?.child))
}

@Suite("The outbox")
struct OutboxTests {
  @Test("a change is queued as soon as it is made, and removed as soon as the server has it")
  func oneChange() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    #expect(try await machine.queue().map(\.subject) == [.entry(entry)])
    #expect(try await machine.send(to: server) == [.sent(.entry(entry), .atOnce)])
    #expect(try await machine.queue().isEmpty)
    #expect(server.entries[entry.id]?.author == "Anna")
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("a dry run, and a database without an account, queue nothing")
  func nothing() async throws {
    let (machine, _, eva) = try await family()
    let entry = machine.entry(of: eva)
    try await machine.change(dryRun: true) { try $0.insert(entry) }
    #expect(try await machine.queue().isEmpty)
    let local = try SyncedMachine(keepsOutbox: false)
    try await local.change { try $0.insert(eva) }
    try await local.log(of: eva)
    #expect(try await local.queue().isEmpty)
  }

  @Test("changes of an unsent entry are combined")
  func coalesced() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.note("a", on: entry.id)
    try await machine.note("b", on: entry.id)
    #expect(try await machine.queue().count == 1)
    try await machine.send(to: server)
    #expect(server.entries[entry.id]?.note == "b")
    #expect(server.snapshot.seq == 1)
  }

  @Test("an entry that is created and deleted before sending is never sent; restored, it is new")
  func vanished() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(try await machine.queue().isEmpty)
    try await machine.change { try $0.redo(uid: SyncedMachine.uid) }
    let write = try await machine.next()
    guard case .entry(_, base: nil) = write?.content else {
      Issue.record("\(write as Any)")
      return
    }
    try machine.restart()
    try await machine.send(to: server)
    #expect(server.entries[entry.id]?.deletedAt == nil)
    #expect(server.entries.count == 1)
  }

  @Test("changes of an entry that may have arrived follow it, each based on the answer to the one before")
  func inOrder() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let first = try #require(try await machine.next())
    // The answer is lost.
    _ = server.answer(to: first, from: "Anna")
    try await machine.note("later", on: entry.id)
    #expect(try await machine.queue().count == 2)
    _ = try await machine.engine.settle(first, .unavailable(.timeout))
    #expect(try await machine.next() == nil, "the later one waits for the first")
    machine.pass(.seconds(2))
    let again = try #require(try await machine.next())
    #expect(again == first)
    _ = try await machine.engine.settle(again, server.answer(to: again, from: "Anna"))
    let second = try #require(try await machine.next())
    guard case .entry(let sent, let base) = second.content else { return }
    #expect(sent.note == "later" && base == server.entries[entry.id]?.updatedAt)
    _ = try await machine.engine.settle(second, server.answer(to: second, from: "Anna"))
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(server.creations[entry.id] == 1)
  }

  @Test("a change that waits for its retry does not block other entries")
  func independent() async throws {
    let (machine, server, eva) = try await family()
    let first = try await machine.log(of: eva)
    let second = try await machine.log(.diaper(.dirty), of: eva)
    try await machine.send { _ in .unavailable(.network("refused")) }
    #expect(try await machine.send(to: server) == [.sent(.entry(second), .atOnce)])
    #expect(try await machine.queue().map(\.subject) == [.entry(first)])
  }

  @Test("a child is sent before its entries, with its current values")
  func childFirst() async throws {
    let (machine, server) = (try SyncedMachine(), ModelServer())
    let eva = try await machine.add("Eva")
    let entry = try await machine.log(of: eva)
    try await machine.edit(eva.id) { $0.name = "Evi" }
    try await machine.send { _ in .unavailable(.timeout) }
    #expect(try await machine.next() == nil)
    machine.pass(.seconds(2))
    try await machine.send(to: server)
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(server.entries[entry.id] != nil)
    #expect(try await machine.queue().isEmpty)
  }

  @Test("a child that changed while its creation may have arrived is sent again")
  func changedChild() async throws {
    let (machine, server) = (try SyncedMachine(), ModelServer())
    let eva = try await machine.add("Eva")
    let creation = try #require(try await machine.next())
    _ = server.answer(to: creation, from: "Anna")
    try await machine.edit(eva.id) { $0.name = "Evi" }
    _ = try await machine.engine.settle(creation, .unavailable(.timeout))
    try await machine.send(to: server)
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
  }

  @Test("a removed and restored child is added again, before its entries")
  func restoredChild() async throws {
    let (machine, server, eva) = try await family()
    try await machine.log(of: eva)
    try await machine.sync(server)
    try await machine.change { try $0.remove(eva.id) }
    try await machine.sync(server)
    #expect(server.snapshot.children.isEmpty)
    try await machine.change { try $0.restore(eva.id) }
    try await machine.log(of: eva)
    guard case .child(_, isNew: true, base: nil)? = try await machine.next()?.content else {
      Issue.record("The child is not added first.")
      return
    }
    // Everything is fetched before anything else is sent.
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.id) == [eva.id])
    #expect(server.entries.count == 2)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.store.read { try $0.child(eva.id)?.removedAt } == nil)
  }

  @Test("a removal that may have arrived and is reverted is followed by the current child")
  func removalTakenBack() async throws {
    let (machine, server, eva) = try await family()
    try await machine.change { try $0.remove(eva.id) }
    let removal = try #require(try await machine.next())
    _ = server.answer(to: removal, from: "Anna")
    try await machine.change { try $0.restore(eva.id) }
    _ = try await machine.engine.settle(removal, .unavailable(.timeout))
    try await machine.sync(server)
    #expect(server.snapshot.children.map(\.child.id) == [eva.id])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("an edit is based on its original version, and undone by an edit after it has arrived")
  func undoAfterArrival() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    let known = try #require(server.entries[entry.id])
    machine.pass(.minutes(1))
    try await machine.note("a", on: entry.id)
    guard case .entry(_, let base) = try #require(try await machine.next()).content else { return }
    #expect(base == known.updatedAt)
    try machine.restart()
    try await machine.sync(server)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == nil)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt != nil)
  }

  @Test("an unsent edit outlives the deletion that replaced it")
  func editedAndDeleted() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    machine.pass(.minutes(1))
    try await machine.note("kept", on: entry.id)
    try await machine.change { try $0.delete(entry.id) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt != nil)
    machine.pass(.minutes(1))
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(try await machine.shown(entry.id)?.note == "kept")
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt == nil && server.entries[entry.id]?.note == "kept")
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("settling again changes nothing")
  func settledTwice() async throws {
    let (machine, server, eva) = try await family()
    try await machine.log(of: eva)
    let write = try #require(try await machine.next())
    let answer = server.answer(to: write, from: "Anna")
    _ = try await machine.engine.settle(write, answer)
    let seq = try await machine.store.read { try $0.lastSeq() }
    #expect(try await machine.engine.settle(write, answer) == .settled)
    #expect(try await machine.store.read { try $0.lastSeq() } == seq)
  }

  @Test("a viewer queues nothing")
  func viewer() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    server.share(eva, as: .viewer)
    try await machine.poll(server)
    await #expect(throws: BabyError.childReadOnly(name: "Eva")) { try await machine.log(of: eva) }
    await #expect(throws: BabyError.childReadOnly(name: "Eva")) {
      try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    }
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    try await machine.note("a", on: entry.id)
    await #expect(throws: BabyError.childNotOwner(name: "Eva")) {
      try await machine.change { try $0.remove(eva.id) }
    }
  }
}
