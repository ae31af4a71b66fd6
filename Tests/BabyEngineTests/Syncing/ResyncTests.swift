import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("A server that began anew")
struct ResyncTests {
  @Test("what a restored backup has lost is sent to it again: entries, edits and deletions")
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

  @Test(
    "what another machine has sent it again is shown, and what was newer here is kept in the inbox",
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

  @Test("a version of its own that has the number of one that it has lost is no other machine's in the end")
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

  @Test("a deletion that was on its way holds when another machine brings the entry back")
  func deletedMeanwhile() async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let (deleted, changed) = (try await anna.log(of: eva), try await anna.log(of: eva))
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    for entry in [deleted, changed] { try await anna.change { try $0.delete(entry.id) } }
    server.restore(backup)
    try await anna.poll(server)
    try await ben.sync(server)
    try await ben.note("changed", on: changed.id)
    for machine in [ben, anna, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[deleted.id]?.deletedAt != nil)
    #expect(server.entries[changed.id]?.note == "changed")
    for (id, entry) in server.entries {
      for machine in [anna, ben] { #expect(try await machine.shown(id) == entry) }
    }
    // What somebody else has changed is theirs to keep, and whoever deleted it is told.
    #expect(try await anna.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [changed.id])
  }

  @Test("what was deleted here and brought back is in the end as it is on the server", arguments: [true, false])
  func broughtBack(wasSynced: Bool) async throws {
    let (machine, server, eva) = try await family()
    let backup = server.snapshot
    let entry = try await machine.log(of: eva)
    if wasSynced {
      try await machine.sync(server)
    } else {
      // It arrives, and its answer is lost.
      _ = server.answer(to: try #require(try await machine.next()), from: "Anna")
    }
    // This clock is ahead of the server's, and its numbers count for nothing there.
    machine.pass(.minutes(2))
    try await machine.change { try $0.delete(entry.id) }
    server.restore(backup, clock: backup.now)
    try await machine.poll(server)
    try await machine.change { try $0.restore(entry.id) }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.entries[entry.id] != nil)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("a deletion by a clock that is ahead does not hold against what another machine has changed since")
  func deletedByFastClock() async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let entry = try await anna.log(of: eva)
    // It arrives, and its answer is lost.
    _ = server.answer(to: try #require(try await anna.next()), from: "Anna")
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    anna.pass(.minutes(2))
    try await anna.change { try $0.delete(entry.id) }
    server.restore(backup)
    try await anna.poll(server)
    try await ben.sync(server)
    try await ben.note("changed", on: entry.id)
    for machine in [ben, anna, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[entry.id]?.note == "changed")
    #expect(try await anna.shown(entry.id) == server.entries[entry.id])
    #expect(try await anna.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [entry.id])
  }

  @Test("a deletion of what somebody else had changed before it was sent does not hold either")
  func deletedBeforeSeen() async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    try await anna.note("changed", on: entry.id)
    try await anna.sync(server)
    try await ben.change { try $0.delete(entry.id) }
    try await ben.poll(server)
    server.restore(backup)
    try await ben.poll(server)
    for machine in [anna, anna, ben, ben, anna] { try await machine.sync(server) }
    #expect(server.entries[entry.id]?.note == "changed")
    #expect(server.entries[entry.id]?.deletedAt == nil)
    #expect(try await ben.shown(entry.id) == server.entries[entry.id])
    #expect(try await ben.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [entry.id])
  }

  @Test("what was deleted stays so when a machine that knows nothing of it was there first; changed, it is a conflict")
  func sentAgainBefore() async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let (deleted, changed) = (try await anna.log(of: eva), try await anna.log(of: eva))
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    for entry in [deleted, changed] { try await anna.change { try $0.delete(entry.id) } }
    try await anna.sync(server)
    server.restore(backup)
    try await ben.sync(server)
    try await ben.note("changed", on: changed.id)
    for machine in [ben, anna, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[deleted.id]?.deletedAt != nil)
    #expect(server.entries[changed.id]?.note == "changed")
    for (id, entry) in server.entries {
      for machine in [anna, ben] { #expect(try await machine.shown(id) == entry) }
    }
    #expect(try await anna.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [changed.id])
  }

  /// What a server refuses, gets from another machine all the same, and is to delete.
  struct Refused: Sendable, CaseIterable, CustomTestStringConvertible {
    /// Whether it is deleted before the refusal is known.
    var isDeletedFirst: Bool
    /// Whether somebody else has changed it meanwhile.
    var isChanged: Bool
    /// Whether the server has it from the other machine only after it was deleted.
    var comesLate: Bool

    static let allCases = [true, false].flatMap { deleted in
      [true, false].flatMap { changed in
        [true, false].map { Refused(isDeletedFirst: deleted, isChanged: changed, comesLate: $0) }
      }
    }

    var testDescription: String {
      "deleted \(isDeletedFirst ? "before" : "after") the refusal, \(isChanged ? "" : "un")changed,"
        + " there \(comesLate ? "only after" : "before") the deletion"
    }
  }

  @Test(
    "a deletion of what the server has refused, and gets from another machine, is sent", arguments: Refused.allCases)
  func refusedAndDeleted(refused: Refused) async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    server.restore(backup)
    try await anna.poll(server)
    let write = try #require(try await anna.next())
    let refuse = { _ = try await anna.engine.settle(write, .refused(Refusal(status: 400, message: "no"))) }
    let delete = {
      try await anna.change { try $0.delete(entry.id) }
      if refused.isDeletedFirst { try await refuse() }
    }
    let comeFromBen = {
      for _ in 0..<2 { try await ben.sync(server) }
      try #require(server.entries[entry.id] != nil)
      if refused.isChanged { server.edit(entry.id) { $0.note = "changed" } }
    }
    if !refused.isDeletedFirst { try await refuse() }
    if refused.comesLate {
      try await delete()
      try await anna.sync(server)
      try await comeFromBen()
    } else {
      try await comeFromBen()
      try await anna.poll(server)
      try await delete()
    }
    for machine in [anna, anna, ben, ben] { try await machine.sync(server) }
    #expect((server.entries[entry.id]?.deletedAt == nil) == refused.isChanged)
    for machine in [anna, ben] { #expect(try await machine.shown(entry.id) == server.entries[entry.id]) }
    #expect(try await anna.inbox().contains { $0.kind == .conflict } == refused.isChanged)
  }

  @Test("what it was known to have before counts for nothing")
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

  @Test("an empty one gets everything, the child first")
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

  @Test("what two machines send again can be changed and deleted meanwhile")
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

  @Test("what was deleted stays so when a machine that knows nothing of it sends it again; changed, it is a conflict")
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

  @Test("who may only look sends nothing, and sees what the server has")
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
    // Somebody who may sends what the backup had not.
    server.share(eva, as: .owner)
    try await anna.poll(server)
    try await anna.sync(server)
    server.share(eva, as: .viewer)
    try await ben.poll(server)
    #expect(try await ben.shown(edited.id)?.note == "edited")
    #expect(try await ben.shown(new.id)?.deletedAt == nil)
    #expect(try await ben.shown(deleted.id)?.deletedAt != nil)
  }

  @Test("a child is again as its owner had it")
  func child() async throws {
    let (machine, server, eva) = try await family()
    let backup = server.snapshot
    machine.pass(.hours(1))
    var renamed = eva
    renamed.name = "Evi"
    try await machine.change { [renamed] in try $0.update(renamed) }
    try await machine.sync(server)
    renamed.sex = .female
    try await machine.change { [renamed] in try $0.update(renamed) }
    server.restore(backup)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(server.snapshot.children.map(\.child.sex) == [.female])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("a child of somebody else's that it no longer has is theirs to send again")
  func otherOwner() async throws {
    let (machine, server, eva) = try await family()
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    try await machine.log(of: eva)
    try await machine.sync(server)
    server.restore(ModelServer.State())
    try await machine.poll(server)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.store.read { try $0.children() } == [])
  }

  @Test("a backup of before the login that is restored in an account: what the server lacks is sent to it")
  func backupOfBefore() async throws {
    let local = try SyncedMachine(keepsOutbox: false, seed: 9)
    let evi = Child(
      id: local.ids.next(at: noon), name: "Evi", born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
      updatedAt: noon)
    try await local.change { try $0.insert(evi) }
    let entries = [try await local.log(of: evi), try await local.log(.sleep, of: evi, at: noon - .hours(2))]
    try await local.change { [gone = local.entry(of: evi)] transaction in
      try transaction.insert(gone)
      try transaction.delete(gone.id)
    }
    let (machine, server, eva) = try await family()
    let (sent, unsent) = (try await machine.log(of: eva), try await machine.log(of: eva))
    try await machine.send { _ in .accepted(server.put(sent, by: "Anna")) }
    let backup = machine.path + ".before"
    try local.store.backup(to: backup)
    let outcome = try await machine.engine.restore(from: backup)
    try machine.restart()
    for _ in 0..<2 { try await machine.poll(server) }
    #expect(try await machine.store.read { try $0.children().map(\.id).sorted() } == [eva.id, evi.id].sorted())
    try await machine.sync(server)
    #expect(Set(server.snapshot.children.map(\.child.id)) == [eva.id, evi.id])
    #expect(Set(server.entries.keys) == Set(entries.map(\.id) + [sent.id]))
    for (id, entry) in server.entries { #expect(try await machine.shown(id) == entry) }
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)

    // What had not been sent is in the backup of what was replaced.
    let replaced = try #require(outcome.replaced)
    _ = try await machine.engine.restore(from: machine.engine.backups.file(named: replaced.name))
    try machine.restart()
    try await machine.poll(server)
    try await machine.sync(server)
    #expect(Set(server.entries.keys) == Set(entries.map(\.id) + [sent.id, unsent.id]))
    #expect(try await machine.store.read { try $0.children().count } == 2)
  }

  @Test("a child that is brought back comes with all its entries, whether or not the server had them")
  func broughtBack() async throws {
    let (machine, server, eva) = try await family()
    let entries = [try await machine.log(of: eva), try await machine.log(of: eva)]
    try await machine.sync(server)
    server.restore(ModelServer.State())
    // As an earlier version has left it.
    let role = Role.owner
    try await machine.change { transaction in
      try transaction.setRole(role, in: eva.id)
      try transaction.hide(eva)
    }
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children() } == [])
    try await machine.change { try $0.restore(eva.id) }
    try await machine.sync(server)
    try await machine.sync(server)
    #expect(Set(server.entries.keys) == Set(entries.map(\.id)))
    #expect(try await machine.queue().isEmpty)
  }

  @Test("a child that a backup did not show comes into sight again with what the server has lost of it")
  func outOfSightMeanwhile() async throws {
    let (machine, server, eva) = try await family()
    server.share(eva, as: .caregiver)
    let shown = server.snapshot
    server.withdraw(eva)
    let backup = server.snapshot
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    let entry = try await machine.log(of: eva)
    try await machine.sync(server)
    server.restore(backup)
    try await machine.poll(server)
    #expect(try await machine.store.read { try $0.children() } == [])
    server.share(try #require(shown.children.first?.child), as: .caregiver)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.entries[entry.id] != nil)
    #expect(try await machine.shown(entry.id) == server.entries[entry.id])
  }

  @Test("an older copy of a machine's file goes on under keys that were never used before")
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
