import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("What was logged before there was an account")
struct AdoptionTests {
  private let caller = Caller(uid: SyncedMachine.uid, client: "test")

  /// A machine's database without an account, with a child in it.
  private func local() async throws -> (SyncedMachine, Child) {
    let machine = try SyncedMachine(keepsOutbox: false, seed: 9)
    let evi = Child(
      id: machine.ids.next(at: noon), name: "Evi", born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
    try await machine.change { try $0.insert(evi) }
    return (machine, evi)
  }

  @Test("it is offered, uploaded with its child, and not a second time")
  func uploaded() async throws {
    let (local, evi) = try await local()
    let entries = [try await local.log(of: evi), try await local.log(.sleep, of: evi)]
    try await local.change { [entry = local.entry(of: evi)] transaction in
      try transaction.insert(entry)
      try transaction.delete(entry.id)
    }
    let (machine, server, _) = try await family()
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 2)
    let planned = try await machine.engine.adopt(local.store, by: caller, isDryRun: true)
    #expect(planned.children == 1 && planned.entries == 2)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.engine.adopt(local.store, by: caller) == planned)
    #expect(try await machine.engine.adopt(local.store, by: caller) == AdoptionOutcome())
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
    try await machine.sync(server)
    #expect(Set(server.entries.keys) == Set(entries.map(\.id)))
    #expect(server.snapshot.children.map(\.child.name) == ["Eva", "Evi"])
  }

  @Test("it can be put into a child that the account has, beside what is there")
  func mapped() async throws {
    let (local, evi) = try await local()
    let (wet, asleep) = (try await local.log(of: evi), try await local.log(.sleep, of: evi))
    let (machine, server, eva) = try await family()
    let running = try await machine.log(.sleep, of: eva)
    let outcome = try await machine.engine.adopt(local.store, into: [evi.id: eva.id], by: caller)
    #expect(outcome.children == 0 && outcome.entries == 2)
    try await machine.sync(server)
    #expect(server.entries[wet.id]?.childID == eva.id)
    #expect(server.entries[asleep.id]?.endUnknown == true)
    #expect(server.entries[running.id]?.isRunning == true)
    #expect(server.snapshot.children.map(\.child.name) == ["Eva"])
  }

  @Test("one child of several can be taken alone; undo takes all of it back")
  func one() async throws {
    let (local, evi) = try await local()
    let other = Child(
      id: local.ids.next(at: noon), name: "Ole", born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
    try await local.change { try $0.insert(other) }
    for child in [evi, other] { for _ in 0..<3 { try await local.log(of: child) } }
    let (machine, server, eva) = try await family()
    let outcome = try await machine.engine.adopt(local.store, into: [other.id: eva.id], only: other.id, by: caller)
    #expect(outcome.children == 0 && outcome.entries == 3)
    let undone = try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(undone.entries.count == 3)
    try await machine.sync(server)
    #expect(server.entries.isEmpty)
  }

  @Test("nothing is put into a child that the account may only look at")
  func viewer() async throws {
    let (local, evi) = try await local()
    try await local.log(of: evi)
    let (machine, server, eva) = try await family()
    server.share(eva, as: .viewer)
    try await machine.poll(server)
    await #expect(throws: BabyError.childReadOnly(name: "Eva")) {
      _ = try await machine.engine.adopt(local.store, into: [evi.id: eva.id], by: caller)
    }
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 1)
  }
}
