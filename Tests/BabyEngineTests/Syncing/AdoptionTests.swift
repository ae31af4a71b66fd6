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

  /// A machine that has taken a child and its entries over, and has given the child the id that it gets in an account whose
  /// server has given the child's own to somebody else's.
  private func moved(_ child: Child, of local: SyncedMachine) async throws -> (SyncedMachine, ModelServer, UserID) {
    let account: UserID = local.ids.next(at: noon)
    let server = ModelServer()
    server.take(child.id)
    let machine = try SyncedMachine()
    _ = try await machine.engine.adopt(local.store, by: caller)
    try await machine.engine.moveTakenChild(child.id, to: account)
    return (machine, server, account)
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
    let kinds = Dictionary(grouping: server.entries.values) { $0.start }
    #expect(server.entries.values.allSatisfy { $0.childID == eva.id && ![wet.id, asleep.id].contains($0.id) })
    #expect(kinds[asleep.start]?.contains { $0.kind == .sleep && $0.endUnknown } == true)
    #expect(try await machine.engine.adopt(local.store, into: [evi.id: eva.id], by: caller) == AdoptionOutcome())
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
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
    let outcome = try await machine.engine.adopt(local.store, into: [other.id: eva.id], only: [other.id], by: caller)
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

  @Test("children of one upload are one step, and undo says how much that was")
  func oneStep() async throws {
    let (local, evi) = try await local()
    let ole = try await local.child("Ole")
    for child in [evi, ole] { for _ in 0..<3 { try await local.log(of: child) } }
    let (machine, _, _) = try await family()
    _ = try await machine.engine.adopt(local.store, by: caller)
    let undone = try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(undone.entries.count == 6)
    #expect(undone.label == "Uploaded 6 entries · 2 new children")
    let left = try await machine.store.read { try $0.children().map(\.id) }
    #expect(!left.contains(evi.id) && !left.contains(ole.id))
  }

  @Test("of a removed child nothing is offered, and nothing uploaded")
  func removed() async throws {
    let (local, evi) = try await local()
    try await local.log(of: evi)
    try await local.change { try $0.remove(evi.id) }
    let (machine, _, _) = try await family()
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
    #expect(try await machine.engine.adopt(local.store, by: caller) == AdoptionOutcome())
  }

  @Test("what was set for a child comes along, with its reminders and whose current child it is")
  func habits() async throws {
    let (local, evi) = try await local()
    try await local.log(of: evi)
    let vitamin = CustomReminder(
      id: local.ids.next(at: noon), childID: evi.id, name: "Vitamin D", schedule: .every(.hours(24)), since: noon)
    let told = ReminderMark(id: "f", due: noon, toldAt: noon)
    try await local.change { transaction in
      try transaction.setSetting("units", "oz", child: evi.id)
      try transaction.setSetting("feeding.interval", "3h", child: evi.id)
      try transaction.set(vitamin)
      try transaction.mark(.feeding, of: evi.id, told, as: .insert)
      try transaction.mark(.custom(vitamin), of: evi.id, told, as: .insert)
      try transaction.mark(key: "medicine.00", of: evi.id, told, as: .insert)
      try transaction.select(evi.id, uid: 7)
    }
    let (machine, _, eva) = try await family()
    try await machine.change { transaction in
      try transaction.setSetting("feeding.interval", "2h", child: eva.id)
      try transaction.select(eva.id, uid: 7)
    }
    _ = try await machine.engine.adopt(local.store, by: caller, isDryRun: true)
    #expect(try await machine.store.read { try $0.customReminders(child: evi.id) } == [])
    _ = try await machine.engine.adopt(local.store, by: caller)
    #expect(try await machine.store.read { try $0.customReminders(child: evi.id) } == [vitamin])
    let set = ["units": "oz", "feeding.interval": "3h"]
    #expect(try await machine.store.read { try $0.settings(child: evi.id) } == set)
    let marks = try await machine.store.read { try $0.reminderMarks(child: evi.id) }
    #expect(marks == ["feeding": told, "medicine.00": told, "\(vitamin.id)": told])
    #expect(try await machine.store.read { try $0.selectedChild(uid: 7)?.id } == eva.id, "chosen in the account")

    // What was taken back in the account meanwhile stays so.
    try await machine.change { transaction in
      try transaction.remove(vitamin)
      try transaction.setSetting("units", nil, child: evi.id)
    }
    _ = try await machine.engine.adopt(local.store, by: caller)
    #expect(try await machine.store.read { try $0.customReminders(child: evi.id) } == [])

    // Into a child that has its own, what is set there stays.
    let (other, _, tom) = try await family()
    try await other.change { try $0.setSetting("feeding.interval", "2h", child: tom.id) }
    _ = try await other.engine.adopt(local.store, into: [evi.id: tom.id], by: caller)
    #expect(try await other.store.read { try $0.settings(child: tom.id) } == ["units": "oz", "feeding.interval": "2h"])
    #expect(try await other.store.read { try $0.customReminders(child: tom.id).map(\.name) } == ["Vitamin D"])
    #expect(try await other.store.read { try $0.selectedChild(uid: 7)?.id } == tom.id)
  }

  @Test("a new account's database takes settings over, one that has been in use does not")
  func settings() async throws {
    let (local, _) = try await local()
    try await local.change { try $0.setSetting("units", "oz", child: nil) }
    let new = try SyncedMachine()
    for _ in 0..<2 { try await new.store.adoptSettings(of: local.store, at: noon) }
    #expect(try await new.store.read { try $0.settings(child: nil) } == ["units": "oz"])
    let (used, _, _) = try await family()
    try await used.store.adoptSettings(of: local.store, at: noon)
    #expect(try await used.store.read { try $0.settings(child: nil) } == [:])
  }

  // MARK: A second account of the same server

  @Test("a child's entries go into itself, or what it has become, or one of its name and birth; or all into one")
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

  @Test("a child whose id is taken gets another, always the same, with its log, undo, and all that was set")
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

  @Test("undo takes an upload back whose child has got another id meanwhile")
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

  @Test("what is there under the new id already is not doubled")
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

extension SyncedMachine {
  fileprivate func child(_ name: String) async throws -> Child {
    let child = Child(
      id: ids.next(at: now), name: name, born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: now,
      updatedAt: now)
    try await change { try $0.insert(child) }
    return child
  }
}
