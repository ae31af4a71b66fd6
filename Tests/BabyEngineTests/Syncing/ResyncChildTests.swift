import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Children of a server with a new history")
struct ResyncChildTests {
  @Test("a child is reset to its owner's version")
  func child() async throws {
    let (machine, server, eva) = try await family()
    let backup = server.snapshot
    machine.pass(.hours(1))
    try await machine.edit(eva.id) { $0.name = "Evi" }
    try await machine.sync(server)
    try await machine.edit(eva.id) { $0.sex = .female }
    server.restore(backup)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(server.snapshot.children.map(\.child.name) == ["Evi"])
    #expect(server.snapshot.children.map(\.child.sex) == [.female])
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("another person's child that is missing there is theirs to send again")
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

  @Test("a backup from before the login that is restored in an account: missing data is sent to the server")
  func backupOfBefore() async throws {
    let local = try SyncedMachine(keepsOutbox: false, seed: 9)
    let evi = try await local.add("Evi")
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
    let outcome = try await machine.engine.restore(from: backup, takesOtherLog: true)
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

  @Test("a restored child comes with all its entries, whether or not the server had them")
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

  @Test("a child that a backup did not contain reappears with the entries that the server has lost")
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
}
