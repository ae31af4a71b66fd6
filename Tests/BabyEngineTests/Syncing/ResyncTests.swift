import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("A server with a new history")
struct ResyncTests {
  @Test("gets again what a restored backup has lost: entries, edits and deletions")
  func restored() async throws {
    let (machine, server, eva) = try await family()
    let (edited, deleted) = (try await machine.log(of: eva), try await machine.log(of: eva))
    try await machine.sync(server)
    let backup = server.snapshot
    machine.pass(.hours(1))
    try await machine.note("edited", on: edited.id)
    try await machine.change { try $0.delete(deleted.id) }
    let (new, gone) = (try await machine.log(of: eva), try await machine.log(of: eva))
    try await machine.sync(server)
    try await machine.change { try $0.delete(gone.id) }
    try await machine.sync(server)
    server.restore(backup)
    try await machine.poll(server)
    #expect(try await machine.queue().count == 3)
    try await machine.sync(server)
    #expect(server.entries[edited.id]?.note == "edited")
    #expect(server.entries[deleted.id]?.deletedAt != nil)
    #expect(server.entries[new.id] != nil && server.entries[gone.id] == nil)
    #expect(try await machine.inbox().isEmpty)
    for (id, entry) in server.entries { #expect(try await machine.shown(id) == entry) }
  }

  @Test("gets other people's lost changes again in their names; later changes are not attributed to them")
  func changers() async throws {
    let (machine, server, eva) = try await family()
    let (edited, kept) = (try await machine.log(of: eva), try await machine.log(of: eva))
    try await machine.sync(server)
    let backup = server.snapshot
    for id in [edited.id, kept.id] { server.edit(id) { $0.note = "theirs" } }
    try await machine.poll(server)
    server.restore(backup)
    try await machine.poll(server)
    try await machine.sync(server)
    #expect(server.entries[kept.id]?.note == "theirs" && server.entries[kept.id]?.changedBy == "Ben")
    try await machine.note("ours", on: edited.id)
    try await machine.sync(server)
    #expect(server.entries[edited.id]?.note == "ours" && server.entries[edited.id]?.changedBy == "Anna")
  }

  @Test(
    "another machine's version that it gets again is shown, and a newer local one is kept in the inbox",
    arguments: [true, false])
  func overtaken(isInBackup: Bool) async throws {
    let (anna, server, eva) = try await family()
    let before = server.snapshot
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    let backup = isInBackup ? server.snapshot : before
    try await anna.note("earlier", on: entry.id)
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    try await anna.note("later", on: entry.id)
    try await anna.sync(server)
    server.restore(backup, clock: server.snapshot.now + .minutes(1))
    for machine in [ben, ben, anna] { try await machine.sync(server) }
    #expect(server.entries[entry.id]?.note == "earlier")
    #expect(try await anna.shown(entry.id) == server.entries[entry.id])
    #expect(try await anna.inbox().map(\.version?.note) == ["later"])
    #expect(try await ben.inbox().isEmpty)
  }

  @Test("a version with a reused number is not mistaken for another machine's")
  func sameNumber() async throws {
    let (anna, server, eva) = try await family()
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    let backup = server.snapshot
    try await anna.note("lost", on: entry.id)
    try await anna.sync(server)
    let lost = try #require(server.entries[entry.id])
    server.restore(backup, clock: backup.now)
    let other = try #require(server.edit(entry.id) { $0.note = "other" })
    #expect(other.updatedAt == lost.updatedAt)
    for _ in 0..<2 { try await anna.sync(server) }
    #expect(server.entries[entry.id]?.note == "lost")
    #expect(try await anna.shown(entry.id) == server.entries[entry.id])
  }

  @Test("its former data counts for nothing")
  func earlierVersion() async throws {
    let (machine, server, eva) = try await family()
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    let backup = server.snapshot
    try await machine.note("edited", on: entry.id)
    // It arrives, its answer is lost, and a poll brings it back.
    let write = try #require(try await machine.next())
    _ = server.answer(to: write, from: "Anna")
    server.edit(entry.id) { $0.note = "edited" }
    try await machine.poll(server)
    server.restore(backup, clock: backup.now)
    try await machine.poll(server)
    _ = try await machine.engine.settle(write, .unavailable(.timeout))
    machine.pass(.seconds(2))
    try await machine.sync(server)
    #expect(server.entries[entry.id]?.note == "edited")
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("that is empty gets everything, the child first")
  func empty() async throws {
    let (machine, server, eva) = try await family()
    let entries = [try await machine.log(of: eva), try await machine.log(of: eva)]
    try await machine.sync(server)
    let unsent = try await machine.log(of: eva)
    machine.pass(.minutes(1))
    try await machine.note("unsent", on: entries[0].id)
    server.restore(ModelServer.State())
    try await machine.poll(server)
    try await machine.sync(server)
    #expect(Set(server.entries.keys) == Set(entries.map(\.id) + [unsent.id]))
    #expect(server.entries[entries[0].id]?.note == "unsent")
    #expect(server.snapshot.children.map(\.child.id) == [eva.id])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("changes wait until all has been fetched, in however many pages")
  func paged() async throws {
    let (machine, server, eva) = try await family()
    for _ in 0..<3 { try await machine.log(of: eva) }
    try await machine.sync(server)
    server.restore(server.snapshot)
    try await machine.log(of: eva)
    try await machine.engine.resync()
    #expect(try await machine.next() == nil)
    try machine.restart()
    try await machine.poll(server, limit: 1)
    #expect(try await machine.queue().count == 1)
    try await machine.sync(server)
    #expect(server.entries.count == 4)
  }

  @Test("entries that two machines send again can be changed and deleted meanwhile")
  func bothSendAgain() async throws {
    let (anna, server, eva) = try await family()
    let (edited, deleted) = (try await anna.log(of: eva), try await anna.log(of: eva))
    let backup = ModelServer.State(children: server.snapshot.children)
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    server.restore(backup)
    for machine in [anna, ben] { try await machine.poll(server) }
    anna.pass(.minutes(1))
    try await anna.note("edited", on: edited.id)
    try await anna.change { try $0.delete(deleted.id) }
    for machine in [ben, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[edited.id]?.note == "edited")
    #expect(server.entries[deleted.id]?.deletedAt != nil)
    for machine in [anna, ben] {
      #expect(try await machine.shown(edited.id)?.note == "edited")
      #expect(try await machine.shown(deleted.id)?.deletedAt != nil)
      #expect(try await machine.inbox().compactMap(\.version).isEmpty)
      #expect(try await machine.queue().isEmpty)
    }
  }

  @Test("a deleted entry stays deleted when another machine sends it again; changed, it is a conflict")
  func deletionSurvives() async throws {
    let (anna, server, eva) = try await family()
    let backup = ModelServer.State(children: server.snapshot.children)
    let (same, changed) = (try await anna.log(of: eva), try await anna.log(of: eva))
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    for entry in [same, changed] { try await anna.change { try $0.delete(entry.id) } }
    try await anna.sync(server)
    try await ben.note("changed", on: changed.id)
    server.restore(backup)
    for machine in [anna, ben, ben, anna, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[same.id]?.deletedAt != nil)
    #expect(try await ben.shown(same.id)?.deletedAt != nil)
    #expect(server.entries[changed.id]?.note == "changed" && server.entries[changed.id]?.deletedAt == nil)
    #expect(try await anna.shown(changed.id) == server.entries[changed.id])
    #expect(try await anna.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [changed.id])
  }

  @Test("a viewer sends nothing, and sees the server's data")
  func viewer() async throws {
    let (anna, server, eva) = try await family()
    let (edited, deleted) = (try await anna.log(of: eva), try await anna.log(of: eva))
    try await anna.sync(server)
    let backup = server.snapshot
    anna.pass(.hours(1))
    try await anna.note("edited", on: edited.id)
    try await anna.change { try $0.delete(deleted.id) }
    let new = try await anna.log(of: eva)
    try await anna.sync(server)
    server.share(eva, as: .viewer)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    #expect(try await ben.shown(edited.id)?.note == "edited")
    server.restore(backup)
    server.share(eva, as: .viewer)
    try await ben.sync(server)
    #expect(try await ben.queue().isEmpty)
    #expect(try await ben.inbox().isEmpty)
    for (id, entry) in server.entries { #expect(try await ben.shown(id) == entry) }
    #expect(try await ben.shown(new.id)?.deletedAt != nil)
    // A member with permission sends what the backup lacks.
    server.share(eva, as: .owner)
    try await anna.poll(server)
    try await anna.sync(server)
    server.share(eva, as: .viewer)
    try await ben.poll(server)
    #expect(try await ben.shown(edited.id)?.note == "edited")
    #expect(try await ben.shown(new.id)?.deletedAt == nil)
    #expect(try await ben.shown(deleted.id)?.deletedAt != nil)
  }

  @Test("an older copy of a machine's file continues with keys that were never used before")
  func rolledBack() async throws {
    let (machine, server, eva) = try await family()
    let copy = machine.path + ".copy"
    let unsent = try await machine.log(of: eva)
    let tried = try await machine.log(of: eva)
    for _ in 0..<2 { try await machine.send { _ in .unavailable(.timeout) } }
    machine.pass(.seconds(30))
    try machine.store.backup(to: copy)
    try await machine.note("changed", on: unsent.id)
    for _ in 0..<6 { try await machine.log(of: eva) }
    try await machine.sync(server)
    try machine.replaceFile(with: copy)
    var new: [Entry] = []
    for _ in 0..<8 { new.append(try await machine.log(of: eva)) }
    try await machine.sync(server)
    try await machine.sync(server)
    #expect(try await machine.queue().isEmpty)
    #expect(server.entries.count == 2 + 6 + 8)
    #expect(new.allSatisfy { server.entries[$0.id] != nil } && server.entries[tried.id] != nil)
    #expect(server.entries[unsent.id]?.note == "changed")
  }
}
