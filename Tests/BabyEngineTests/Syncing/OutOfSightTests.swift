import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Entries of a hidden child")
struct OutOfSightTests {
  /// An entry that is deleted after the server shows its child no more.
  private func deleted() async throws -> (SyncedMachine, ModelServer, Child, Entry) {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    server.withdraw(eva)
    try await machine.change { try $0.delete(entry.id) }
    return (machine, server, eva, entry)
  }

  @Test("a deletion while the child is hidden applies when it is back")
  func deletedOutOfSight() async throws {
    let (machine, server, eva, entry) = try await deleted()
    try await machine.send(to: server)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
    try await machine.poll(server)
    server.share(eva)
    try await machine.poll(server)
    #expect(try await machine.queue().count == 1)
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt != nil)
    #expect(try await machine.shown(entry.id)?.deletedAt != nil)
    #expect(try await machine.inbox().map(\.text) == [Words.removed("Eva", by: nil, unsent: 0)])
  }

  @Test("a deletion while hidden and a change on the server since conflict")
  func changedOutOfSight() async throws {
    let (machine, server, eva, entry) = try await deleted()
    try await machine.sync(server)
    server.share(eva)
    server.edit(entry.id) { $0.note = "theirs" }
    try await machine.poll(server)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await Set(machine.inbox().map(\.kind)) == [.conflict, .remote], "and that the child was removed")
  }

  @Test("a change on the server before the deletion, seen only later, conflicts")
  func changedBeforeOutOfSight() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    try await machine.change { try $0.delete(entry.id) }
    server.edit(entry.id) { $0.note = "theirs" }
    try await machine.poll(server)
    server.withdraw(eva)
    try await machine.send(to: server)
    try await machine.poll(server)
    server.share(eva)
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt == nil)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await Set(machine.inbox().map(\.kind)) == [.conflict, .remote], "and that the child was removed")
  }

  @Test("a deletion and restoration while hidden is based on the server's version")
  func restoredOutOfSight() async throws {
    let (machine, server, eva, entry) = try await deleted()
    try await machine.send(to: server)
    server.share(eva)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.deletedAt == nil)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a deletion, restoration and change while hidden arrives, without a conflict with itself")
  func changedAfterRestoring() async throws {
    let (machine, server, eva, entry) = try await deleted()
    try await machine.send(to: server)
    server.share(eva)
    try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
    try await machine.change { transaction in
      var changed = entry
      changed.note = "later"
      try transaction.update(changed)
    }
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == "later")
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
    #expect(try await machine.inbox().isEmpty)
  }
}
