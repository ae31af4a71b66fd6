import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Two machines change the same child")
struct ChildConflictTests {
  private func change(_ machine: SyncedMachine, _ id: ChildID, _ body: @escaping @Sendable (inout Child) -> Void)
    async throws
  {
    machine.pass(.minutes(1))
    try await machine.edit(id, body)
  }

  private func shown(_ machine: SyncedMachine, _ id: ChildID) async throws -> Child? {
    try await machine.store.read { try $0.child(id) }
  }

  @Test("different fields: both stay, without a conflict")
  func apart() async throws {
    let (machine, server, eva) = try await family()
    try await change(machine, eva.id) { $0.name = "Evi" }
    server.edit(eva.id) { $0.born = LocalDate(dayNumber: 19_001) }
    try await machine.sync(server)
    let known = try #require(server.snapshot.children.first?.child)
    #expect(known.name == "Evi" && known.born == LocalDate(dayNumber: 19_001))
    #expect(try await shown(machine, eva.id) == known)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("only changed fields are sent, and only to the version that they were based on")
  func sent() async throws {
    let (machine, server, eva) = try await family()
    try await machine.poll(server)
    let before = try #require(try await shown(machine, eva.id))
    try await change(machine, eva.id) { $0.name = "Evi" }
    let write = try #require(try await machine.next())
    guard case .child(let child, isNew: false, let base?) = write.content else {
      Issue.record("\(write)")
      return
    }
    #expect(base == before)
    #expect(child.differences(from: base) == [.name])
  }

  @Test("the same field: the server's value wins, and the local one is in the inbox")
  func same() async throws {
    let (machine, server, eva) = try await family()
    try await change(machine, eva.id) {
      $0.name = "Evi"
      $0.sex = .female
    }
    server.edit(eva.id) { $0.name = "Eva Maria" }
    try await machine.sync(server)
    let known = try #require(server.snapshot.children.first?.child)
    #expect(known.name == "Eva Maria" && known.sex == .female)
    #expect(try await shown(machine, eva.id) == known)
    #expect(try await machine.inbox().map(\.text) == ["Eva Maria was changed elsewhere too · yours: name Evi"])
    #expect(try await machine.inbox().map(\.kind) == [.conflict])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("a change during an earlier change's transit is not a conflict with itself", arguments: [false, true])
  func underWay(isAnswerLost: Bool) async throws {
    let (machine, server, eva) = try await family()
    try await change(machine, eva.id) { $0.name = "Evi" }
    let write = try #require(try await machine.next())
    let answer = server.answer(to: write, from: "Anna")
    try await change(machine, eva.id) { $0.name = "Evi Maria" }
    _ = try await machine.engine.settle(write, isAnswerLost ? .unavailable(.timeout) : answer)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.name) == ["Evi Maria"])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a removal wins, and a restored child has the other's changes")
  func removed() async throws {
    let (machine, server, eva) = try await family()
    machine.pass(.minutes(1))
    try await machine.change { try $0.remove(eva.id) }
    let write = try #require(try await machine.next())
    try await machine.change { try $0.restore(eva.id) }
    _ = try await machine.engine.settle(write, server.answer(to: write, from: "Anna"))
    #expect(server.snapshot.children.isEmpty)
    try await machine.sync(server)
    #expect(server.snapshot.children.map(\.child.name) == ["Eva"])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("changes that a restored server has lost are sent again; later changes there stay")
  func putBack() async throws {
    for isChangedThere in [false, true] {
      let (machine, server, eva) = try await family()
      let backup = server.snapshot
      try await change(machine, eva.id) { $0.name = "Evi" }
      try await machine.sync(server)
      server.restore(backup)
      if isChangedThere { server.edit(eva.id) { $0.name = "Eva Maria" } }
      for _ in 0..<2 { try await machine.sync(server) }
      let name = isChangedThere ? "Eva Maria" : "Evi"
      #expect(server.snapshot.children.map(\.child.name) == [name])
      #expect(try await shown(machine, eva.id)?.name == name)
      #expect(try await machine.queue().isEmpty)
    }
  }

  @Test("a refused change is replaced by a later one of the same child")
  func refused() async throws {
    let (machine, server, eva) = try await family()
    try await change(machine, eva.id) { $0.name = "E" }
    let write = try #require(try await machine.next())
    try await change(machine, eva.id) { $0.name = "Evi" }
    #expect(try await machine.engine.settle(write, .refused(Refusal(status: 400, message: "no"))) == .settled)
    let next = try #require(try await machine.next())
    #expect(next.idempotencyKey != write.idempotencyKey)
    _ = try await machine.engine.settle(next, server.answer(to: next, from: "Anna"))
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(try await machine.inbox().isEmpty)
  }
}
