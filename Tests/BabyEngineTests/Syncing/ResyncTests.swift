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
}
