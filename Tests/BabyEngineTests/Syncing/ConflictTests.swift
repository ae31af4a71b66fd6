import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Two people change the same entry")
struct ConflictTests {
  /// An entry that Anna and Ben have changed without knowing of each other, as Anna's machine is about to send hers.
  private func clash() async throws -> (SyncedMachine, ModelServer, Entry) {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    machine.pass(.minutes(1))
    try await machine.note("mine", on: entry.id)
    server.edit(entry.id) { $0.note = "theirs" }
    return (machine, server, entry)
  }

  @Test("the server's version is shown, and the local one is kept in the inbox")
  func conflict() async throws {
    let (machine, server, entry) = try await clash()
    let outcome = try await machine.send(to: server)
    guard case .conflict(let mine) = outcome.first else {
      Issue.record("\(outcome)")
      return
    }
    #expect(mine.note == "mine")
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    let item = try #require(try await machine.inbox().first)
    #expect(item.kind == .conflict && item.version?.note == "mine")
    #expect(item.text == "Ben changed wet diaper meanwhile · your version is kept")
    #expect(try await machine.queue().isEmpty)
    let refusal = await #expect(throws: BabyError.self) {
      try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    }
    guard case .undoConflict(_, label: "Changed") = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test("the version in the inbox can be reapplied, as a change that can be undone")
  func applied() async throws {
    let (machine, server, entry) = try await clash()
    try await machine.send(to: server)
    let item = try #require(try await machine.inbox().first)
    machine.pass(.minutes(1))
    #expect(try await machine.ask { try $0.applyConflict(item.id) }.entry.entry.note == "mine")
    #expect(try await machine.inbox().isEmpty)
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == "mine")
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == "theirs")
    await #expect(throws: BabyError.inboxItemNotFound("0")) { try await machine.ask { try $0.applyConflict(0) } }
  }

  @Test("the same change on both is not a conflict")
  func same() async throws {
    let (machine, server, entry) = try await clash()
    server.edit(entry.id) { $0.note = "mine" }
    try await machine.send(to: server)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("another person's deletion can be reverted by the person who has changed it")
  func deletedThere() async throws {
    let (machine, server, entry) = try await clash()
    server.edit(entry.id) { $0.deletedAt = noon }
    try await machine.send(to: server)
    #expect(try await machine.shown(entry.id)?.deletedAt != nil)
    let item = try #require(try await machine.inbox().first)
    _ = try await machine.ask { try $0.applyConflict(item.id) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt == nil && server.entries[entry.id]?.note == "mine")
  }

  @Test("a polled version waits until the change in transit is settled")
  func polledMeanwhile() async throws {
    let (machine, server, entry) = try await clash()
    try await machine.poll(server)
    #expect(try await machine.shown(entry.id)?.note == "mine")
    _ = try await machine.ask { try $0.discardQueue("\(entry.id)") }
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("an answer that is older than a polled version is not shown")
  func lateAnswer() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    let write = try #require(try await machine.next())
    let answer = server.answer(to: write, from: "Anna")
    server.edit(entry.id) { $0.note = "theirs" }
    try await machine.poll(server)
    _ = try await machine.engine.settle(write, answer)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("deleting an entry that is already gone is settled")
  func deletedTwice() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    machine.pass(.minutes(1))
    try await machine.change { try $0.delete(entry.id) }
    server.edit(entry.id) { $0.deletedAt = noon }
    try await machine.sync(server)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
    let other = try await machine.log(of: eva)
    try await machine.sync(server)
    try await machine.change { try $0.delete(other.id) }
    try await machine.send { _ in .refused(Refusal(status: 404, message: "Not found")) }
    #expect(try await machine.queue().isEmpty)
  }
}
