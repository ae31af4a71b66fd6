import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("A child that a person has removed for everybody")
struct RemovedChildTests {
  /// Ben's machine, with Anna's child, which he may change.
  private func shared() async throws -> (SyncedMachine, ModelServer, Child) {
    let (machine, server) = (try SyncedMachine("Ben"), ModelServer())
    let eva = machine.child("Eva")
    server.share(eva, as: .caregiver)
    server.put(machine.entry(of: eva, at: noon - .hours(1)), by: "Anna")
    try await machine.poll(server)
    return (machine, server, eva)
  }

  @Test("is in the inbox, with who did it, what is pending and the command that restores it; once")
  func told() async throws {
    let (machine, server, eva) = try await shared()
    try await machine.log(of: eva)
    server.remove(eva, by: "Anna")
    for _ in 0..<2 { try await machine.poll(server) }
    #expect(try await machine.inbox().map(\.text) == [Words.removed("Eva", by: "Anna", unsent: 1)])
    #expect(
      Words.removed("Eva", by: "Anna", unsent: 1)
        == "Anna removed Eva · an owner can bring the log back: bbctl child restore Eva · "
        + "1 change waits for that: bbctl queue")
    #expect(
      Words.removed("Ann Marie", by: nil, unsent: 0)
        == "Ann Marie was removed · an owner can bring the log back: bbctl child restore 'Ann Marie'")
  }

  @Test("is not in the inbox of the person who removed it, or of former members")
  func notTold() async throws {
    let (machine, server, _) = try await family()
    try await machine.ask { _ = try $0.removeChild("Eva") }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(try await machine.inbox().isEmpty)
    #expect(server.snapshot.children.isEmpty)
    let (other, home, max) = try await shared()
    home.end(max.id)
    try await other.poll(home)
    #expect(try await other.inbox().map(\.text) == [Words.shareEnded(max.name, unsent: 0)])
  }

  @Test("and restored: entries that were refused meanwhile are sent automatically", arguments: [false, true])
  func back(isSeen: Bool) async throws {
    let (machine, server, eva) = try await shared()
    let (wet, asleep) = (try await machine.log(of: eva), try await machine.log(.sleep, of: eva))
    server.remove(eva, by: "Anna")
    if isSeen { try await machine.poll(server) }
    try await machine.send(to: server)
    try await machine.poll(server)
    #expect(try await machine.queue().map(\.row.state) == [.failed, .failed])
    #expect(try await machine.inbox().count { $0.kind == .failed } == 2)
    server.share(eva, as: .caregiver)
    try await machine.poll(server)
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(try await machine.queue().isEmpty)
    #expect(server.entries[wet.id]?.deletedAt == nil && server.entries[asleep.id]?.isRunning == true)
    #expect(try await machine.inbox().allSatisfy { $0.kind != .failed })
    #expect(server.creations.values.allSatisfy { $0 == 1 })
  }

  @Test("a refusal for a visible child is not retried automatically")
  func refusedOtherwise() async throws {
    let (machine, server, eva) = try await shared()
    try await machine.log(of: eva)
    try await machine.send { _ in .refused(Refusal(status: 400, message: "no")) }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(try await machine.queue().map(\.row.state) == [.failed])
  }
}
