import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Deletions and a server with a new history")
struct ResyncDeletionTests {
  @Test(
    "a deletion wins over another machine's unchanged copy; changed there, it is a conflict",
    arguments: [false, true])
  func deletedMeanwhile(wasSent: Bool) async throws {
    let (anna, server, eva) = try await family()
    let backup = server.snapshot
    let (deleted, changed) = (try await anna.log(of: eva), try await anna.log(of: eva))
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    for entry in [deleted, changed] { try await anna.change { try $0.delete(entry.id) } }
    if wasSent {
      try await anna.sync(server)
      // Ben's machine is the first to meet it.
      server.restore(backup)
    } else {
      server.restore(backup)
      try await anna.poll(server)
    }
    try await ben.sync(server)
    try await ben.note("changed", on: changed.id)
    for machine in [ben, anna, anna, ben] { try await machine.sync(server) }
    #expect(server.entries[deleted.id]?.deletedAt != nil)
    #expect(server.entries[changed.id]?.note == "changed")
    for (id, entry) in server.entries {
      for machine in [anna, ben] { #expect(try await machine.shown(id) == entry) }
    }
    // Ben's change stays, and Anna is notified.
    #expect(try await anna.inbox().filter { $0.kind == .conflict }.map(\.entryID) == [changed.id])
  }

  @Test("an entry that was deleted and restored here ends as on the server", arguments: [true, false])
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

  @Test("a deletion by a clock that is ahead does not win over another machine's later change")
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

  @Test("a deletion of an entry that another person had changed before it was sent does not win either")
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

  /// What a server refuses, gets from another machine all the same, and is to delete.
  struct Refused: Sendable, CaseIterable, CustomTestStringConvertible {
    /// Whether it is deleted before the refusal is known.
    var isDeletedFirst: Bool
    /// Whether another person has changed it meanwhile.
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
    "a deletion of an entry that the server has refused, and gets elsewhere, is sent", arguments: Refused.allCases)
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
}
