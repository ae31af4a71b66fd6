import BabyImport
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyEngine

@Suite("Undo of changes that the server has accepted")
struct UndoAfterSyncTests {
  private let caller = Caller(uid: SyncedMachine.uid, client: "test")

  private func children(_ machine: SyncedMachine) async throws -> [String] {
    try await machine.store.read { try $0.children().map(\.name) }
  }

  private func isGone(_ machine: SyncedMachine, _ server: ModelServer) async throws -> Bool {
    for _ in 0..<2 { try await machine.sync(server) }
    let (left, queue) = (try await children(machine), try await machine.queue())
    return left.isEmpty && queue.isEmpty && server.snapshot.children.isEmpty
      && server.entries.values.allSatisfy { $0.deletedAt != nil }
  }

  /// A machine's database without an account, with a child, two entries and all that is set for a child.
  private func local() async throws -> (SyncedMachine, Child) {
    let machine = try SyncedMachine(keepsOutbox: false, seed: 9)
    let evi = machine.child("Evi")
    let vitamin = CustomReminder(
      id: machine.ids.next(at: noon), childID: evi.id, name: "Vitamin D", schedule: .every(.hours(24)), since: noon)
    try await machine.change { transaction in
      try transaction.insert(evi)
      try transaction.setSetting("feeding.interval", "3h", child: evi.id)
      try transaction.set(vitamin)
      try transaction.mark(.feeding, of: evi.id, ReminderMark(id: "f", due: noon, dismissedAt: noon), as: .delete)
    }
    try await machine.log(of: evi)
    try await machine.log(.sleep, of: evi)
    return (machine, evi)
  }

  @Test("a new child is removed for everybody, and back after a redo")
  func child() async throws {
    let (machine, server) = (try SyncedMachine(), ModelServer())
    server.pass(.minutes(3))
    try await machine.ask { book in
      _ = try book.addChild(ChildAdd.Params(name: "Eva", born: LocalDate(dayNumber: 19_000), zone: "UTC"))
    }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.createdAt) != [noon])
    machine.pass(.hours(1))
    try await machine.ask { _ = try $0.undo() }
    #expect(try await isGone(machine, server))
    try await machine.ask { _ = try $0.redo() }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.name) == ["Eva"])
  }

  @Test("a child's change is undone after the server has accepted the child")
  func childChanged() async throws {
    let (machine, server, eva) = try await family()
    try await machine.ask { book in
      _ = try book.updateChild(ChildUpdate.Params(childID: "Eva", name: "Evi"))
    }
    for _ in 0..<2 { try await machine.sync(server) }
    try await machine.ask { _ = try $0.undo() }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.name) == [eva.name])
  }

  @Test("an upload is undone as a whole, also after a reminder of it; redone, it is complete")
  func upload() async throws {
    let (local, evi) = try await local()
    let (machine, server) = (try SyncedMachine(), ModelServer())
    server.keepSettings()
    server.pass(.minutes(3))
    let outcome = try await machine.engine.adopt(local.store, by: caller)
    #expect(outcome.children == 1 && outcome.entries == 2)
    for _ in 0..<2 { try await machine.shareSettings(server) }
    try await machine.change { transaction in
      try transaction.mark(.feeding, of: evi.id, ReminderMark(id: "g", due: noon, toldAt: noon), as: .insert)
    }
    machine.pass(.hours(1))
    try await machine.ask { _ = try $0.undo() }
    #expect(try await isGone(machine, server))

    #expect(try await machine.engine.entriesNotHere(of: local.store) == 2)
    let planned = try await machine.engine.adopt(local.store, by: caller, isDryRun: true)
    #expect(planned == outcome)
    #expect(try await machine.engine.adopt(local.store, by: caller) == outcome)
    #expect(try await machine.engine.entriesNotHere(of: local.store) == 0)
    #expect(try await machine.engine.adopt(local.store, by: caller) == AdoptionOutcome())
    for _ in 0..<3 { try await machine.shareSettings(server) }
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(server.entries.values.count { $0.deletedAt == nil } == 2)
    #expect(try await machine.store.read { try $0.settings(child: evi.id) } == ["feeding.interval": "3h"])
    #expect(try await machine.store.read { try $0.customReminders(child: evi.id).map(\.name) } == ["Vitamin D"])
    try await machine.ask { _ = try $0.undo() }
    #expect(try await isGone(machine, server))
  }

  @Test("an undone upload into an existing child can be repeated, with its current values")
  func uploadInto() async throws {
    let (local, evi) = try await local()
    let (machine, server, eva) = try await family()
    let outcome = try await machine.engine.adopt(local.store, into: [evi.id: eva.id], by: caller)
    #expect(outcome.entries == 2)
    for _ in 0..<2 { try await machine.sync(server) }
    try await machine.ask { _ = try $0.undo() }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.entries.values.allSatisfy { $0.deletedAt != nil })
    let sleep = try #require(try await local.store.read { try $0.running(.sleep, child: evi.id) })
    local.pass(.minutes(30))
    try await local.stop(sleep.id)
    let running = try await machine.log(.sleep, of: eva, at: noon + .hours(2))
    #expect(try await machine.engine.adopt(local.store, into: [evi.id: eva.id], by: caller) == outcome)
    for _ in 0..<2 { try await machine.sync(server) }
    let alive = server.entries.values.filter { $0.deletedAt == nil && $0.id != running.id }
    #expect(alive.count == 2 && alive.contains { $0.kind == .sleep && $0.duration == .minutes(30) })
    try await machine.ask { _ = try $0.undo() }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.entries.values.filter { $0.deletedAt == nil }.map(\.id) == [running.id])
  }

  @Test("an import with its own child is undone as a whole")
  func importWithChild() async throws {
    let (machine, server) = (try SyncedMachine(), ModelServer())
    server.pass(.minutes(3))
    let mia = machine.child("Mia")
    let archive = Archive(children: [mia])
    let rows = (0..<5).map { number in
      let entry = machine.entry(of: mia, at: noon - .hours(number))
      return ImportedRow(
        entry: entry, formerIDs: [], source: "babybasics-json", place: ImportPlace(file: 1, line: number + 1))
    }
    let run = ImportRun(sources: ["babybasics-json"], keepsSimilar: false, isDryRun: false, undone: [])
    _ = try await machine.engine.merge(rows, from: "babybasics-json", in: run, by: caller) { try $0.add(archive) }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.entries.count == 5)
    let undone = try await machine.ask { try $0.undo() }
    #expect(undone.count == 5)
    #expect(try await isGone(machine, server))
  }
}
