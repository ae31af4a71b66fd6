import BabyEngine
import BabyModel
import BabyStore
import Testing

extension AdoptionTests {
  /// A machine that has taken over a child and its entries, and has given the child the id that it gets in an account
  /// whose server uses the child's own id for another family's.
  private func moved(_ child: Child, of local: SyncedMachine) async throws -> (SyncedMachine, ModelServer, UserID) {
    let account: UserID = local.ids.next(at: noon)
    let server = ModelServer()
    server.take(child.id)
    let machine = try SyncedMachine()
    _ = try await machine.engine.adopt(local.store, by: caller)
    try await machine.engine.moveTakenChild(child.id, to: account)
    return (machine, server, account)
  }

  @Test("a child's entries go into itself, its successor, or one of the same name and birth; or all into one")
  func takers() async throws {
    let (local, evi) = try await local()
    let (machine, _, eva) = try await family()
    let account: UserID = local.ids.next(at: noon)
    let engine = machine.engine
    func takers(_ children: [Child], into target: String? = nil) async throws -> [ChildID: ChildID] {
      try await engine.takers(of: children, into: target, account: account, by: caller)
    }
    func child(_ name: String, id: ChildID? = nil) -> Child {
      Child(
        id: id ?? local.ids.next(at: noon), name: name, born: evi.born, zone: "UTC", createdAt: noon, updatedAt: noon)
    }
    #expect(try await engine.children("Evi", of: local.store, by: caller) == [evi])
    #expect(try await takers([evi]) == [:])
    let namesake = child("EVA")
    #expect(try await takers([evi, namesake]) == [namesake.id: eva.id])
    #expect(try await takers([evi, namesake], into: "Eva") == [evi.id: eva.id, namesake.id: eva.id])

    let moved = child("Evi", id: Engine.id(of: evi.id, movedTo: account))
    try await machine.change { try $0.insert(moved) }
    #expect(try await takers([evi]) == [evi.id: moved.id])
    let own = child("Eva")
    try await machine.change { try $0.insert(own) }
    #expect(try await takers([own]) == [own.id: own.id])
    await #expect(throws: BabyError.childNotFound("Ole")) { try await takers([evi], into: "Ole") }
    await #expect(throws: BabyError.childNotFound("Ole")) {
      try await engine.children("Ole", of: local.store, by: caller)
    }
  }

  @Test("a child whose id is taken gets another, always the same, with its log, undo, and settings")
  func taken() async throws {
    let (local, evi) = try await local()
    let asleep = try await local.log(.sleep, of: evi)
    for _ in 0..<3 { try await local.log(of: evi) }
    try await local.change { transaction in
      try transaction.setSetting("units", "oz", child: evi.id)
      try transaction.select(evi.id, uid: SyncedMachine.uid)
    }
    let account: UserID = local.ids.next(at: noon)
    let id = Engine.id(of: evi.id, movedTo: account)
    let server = ModelServer()
    server.take(evi.id)
    for seed: UInt64 in [1, 2] {
      let machine = try SyncedMachine(seed: seed)
      _ = try await machine.engine.adopt(local.store, by: caller)
      try await machine.note("slept well", on: asleep.id)
      try await machine.change { try $0.delete(asleep.id) }
      let refused = try #require(try await machine.next())
      #expect(server.answer(to: refused, from: "Ben") == .refused(Refusal(status: 404, message: "Not found")))
      #expect(try await machine.engine.moveTakenChild(evi.id, to: account) == id)
      // The answer comes once more.
      #expect(try await machine.engine.settle(refused, .refused(Refusal(status: 404, message: ""))) == .settled)
      #expect(try await machine.engine.moveTakenChild(evi.id, to: account) == nil)

      try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
      try await machine.sync(server)
      #expect(try await machine.queue().isEmpty)
      #expect(server.snapshot.children.map(\.child.id) == [id])
      #expect(server.entries.count == 4 && server.entries.values.allSatisfy { $0.childID == id && $0.deletedAt == nil })
      #expect(server.entries.values.filter { $0.note == "slept well" }.count == 1)
      let (children, settings, selected) = try await machine.store.read {
        (
          try $0.children(includingRemoved: true), try $0.settings(child: id),
          try $0.selectedChild(uid: SyncedMachine.uid)
        )
      }
      #expect(children.map(\.id) == [id] && selected?.id == id && settings == ["units": "oz"])
      // Once more, with the child as it is called now.
      #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
      #expect(try await machine.engine.adopt(local.store, into: [evi.id: id], by: caller) == AdoptionOutcome())
    }
  }

  @Test("undo reverses an upload whose child has got another id meanwhile")
  func takenUndone() async throws {
    let (local, evi) = try await local()
    try await local.log(of: evi)
    let (machine, server, account) = try await moved(evi, of: local)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.count == 1)
    try await machine.ask { _ = try $0.undo() }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.isEmpty && server.entries.values.allSatisfy { $0.deletedAt != nil })
    let id = Engine.id(of: evi.id, movedTo: account)
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 1)
    #expect(try await machine.engine.adopt(local.store, into: [evi.id: id], by: caller).entries == 1)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.count == 1 && server.entries.values.allSatisfy { $0.deletedAt == nil })
  }

  @Test("entries that already exist under the new id are not duplicated")
  func takenTwice() async throws {
    let (local, evi) = try await local()
    let asleep = try await local.log(.sleep, of: evi)
    try await local.log(of: evi)
    let (machine, server, account) = try await moved(evi, of: local)
    try await machine.sync(server)
    let backup = machine.path + ".before"
    try local.store.backup(to: backup)
    _ = try await machine.engine.restore(from: backup)
    try machine.restart()
    try await machine.poll(server)
    let write = try #require(try await machine.next())
    #expect(write.content == .child(evi, isNew: true, base: nil))
    try await machine.engine.moveTakenChild(evi.id, to: account)
    try await machine.sync(server)
    #expect(server.entries.count == 2)
    #expect(try await machine.store.read { try $0.children(includingRemoved: true).count } == 1)
    #expect(try await machine.shown(asleep.id) == nil)
  }
}
