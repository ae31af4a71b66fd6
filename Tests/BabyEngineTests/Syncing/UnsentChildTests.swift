import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("A child that could not be sent")
struct UnsentChildTests {
  @Test("is in the inbox once, until it is sent")
  func failedChild() async throws {
    let (machine, server, eva) = try await family()
    try await machine.edit(eva.id) { $0.name = "Evi" }
    for _ in 1...2 {
      try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
      #expect(try await machine.inbox().map(\.kind) == [.failed])
      #expect(try await machine.ask { try $0.retryQueue() } == 1)
      #expect(try await machine.inbox().isEmpty)
    }
    try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
    try await machine.edit(eva.id) { $0.name = "Eva Maria" }
    try await machine.sync(server)
    #expect(try await machine.inbox().isEmpty)
    #expect(server.snapshot.children.map(\.child.name) == ["Eva Maria"])
  }

  @Test("that is new and discarded is hidden with its entries, and returns when it is restored")
  func discardedChild() async throws {
    let (machine, server, eva) = try await family()
    let max = try await machine.add("Max")
    let entry = try await machine.log(of: max)
    let other = try await machine.log(of: eva)
    try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
    #expect(try await machine.ask { try $0.discardQueue() }.map(\.id) == [entry.id])
    #expect(try await machine.queue().map(\.subject) == [.entry(other)])
    #expect(try await machine.inbox().isEmpty)
    try await machine.sync(server)
    #expect(try await machine.store.read { try $0.children() }.map(\.id) == [eva.id])
    #expect(server.snapshot.children.map(\.child.id) == [eva.id])

    try await machine.change { try $0.restore(max.id) }
    try await machine.change { try $0.undo(uid: SyncedMachine.uid, .entry(entry.id)) }
    try await machine.sync(server)
    #expect(server.snapshot.children.map(\.child.id) == [eva.id, max.id])
    #expect(server.entries[entry.id]?.deletedAt == nil && server.creations[entry.id] == 1)
  }

  @Test("that was discarded is still shown if it has reached the server")
  func discardedTooLate() async throws {
    let (machine, server, _) = try await family()
    let max = try await machine.add("Max")
    let write = try #require(try await machine.next())
    _ = server.answer(to: write, from: "Anna")
    _ = try await machine.engine.settle(write, .unavailable(.timeout))
    _ = try await machine.ask { try $0.discardQueue("\(max.id)") }
    #expect(try await machine.store.read { try $0.children() }.count == 1)
    try await machine.sync(server)
    #expect(try await machine.store.read { try $0.children() }.count == 2)
  }
}
