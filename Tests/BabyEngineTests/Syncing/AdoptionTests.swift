import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Entries from before the account")
struct AdoptionTests {
  let caller = Caller(uid: SyncedMachine.uid, client: "test")

  /// A machine's database without an account, with a child in it.
  func local() async throws -> (SyncedMachine, Child) {
    let machine = try SyncedMachine(keepsOutbox: false, seed: 9)
    let evi = try await machine.add("Evi")
    return (machine, evi)
  }

  @Test("are offered, uploaded with their child, and not a second time")
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

  @Test("can be merged into a child of the account, beside its entries")
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

  @Test("one of several children can be uploaded alone; undo reverses all of it")
  func one() async throws {
    let (local, evi) = try await local()
    let other = try await local.add("Ole")
    for child in [evi, other] { for _ in 0..<3 { try await local.log(of: child) } }
    let (machine, server, eva) = try await family()
    let outcome = try await machine.engine.adopt(local.store, into: [other.id: eva.id], only: [other.id], by: caller)
    #expect(outcome.children == 0 && outcome.entries == 3)
    let undone = try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    #expect(undone.entries.count == 3)
    try await machine.sync(server)
    #expect(server.entries.isEmpty)
  }

  @Test("are never uploaded into a child with read-only access")
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

  @Test("children of one upload are one step, and undo reports how much that was")
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

  @Test("of a removed child are neither offered nor uploaded")
  func removed() async throws {
    let (local, evi) = try await local()
    try await local.log(of: evi)
    try await local.change { try $0.remove(evi.id) }
    let (machine, _, _) = try await family()
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
    #expect(try await machine.engine.adopt(local.store, by: caller) == AdoptionOutcome())
  }

  @Test("a child's settings are uploaded, too, with its reminders and its selection")
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

  @Test("a new account's database takes over settings, a used one does not")
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
