import BabyModel
import Testing

@testable import BabyStore

@Suite("Ended shares that a server keeps")
struct EndedMembershipTests {
  private let directory = TemporaryDirectory()

  @Test("are the latest of each account, each for as long as a machine may be off")
  func bounded() async throws {
    let store = try ServerStore.open(path: directory.path + "/server.db", now: noon)
    defer { try? store.close() }
    let anna = User(id: UserID(high: 0, low: 1), email: "anna@example.org", name: "Anna", createdAt: noon)
    let most = ServerWriter.mostEndedMemberships
    try await store.write(at: noon) { writer in
      _ = try writer.insert(anna, password: "x")
      for number in 0...most { try writer.noteEnd(of: anna.id, ChildID(high: 1, low: UInt64(number))) }
      #expect(try writer.read.endedMemberships(of: anna.id).count == most)
    }
    let latest = ChildID(high: 0, low: 1)
    try await store.write(at: noon + .minutes(1)) { writer in
      try writer.noteEnd(of: anna.id, latest)
      try writer.prune()
    }
    let kept = try await store.read { try $0.endedMemberships(of: anna.id) }
    #expect(kept.count == most && kept.first == latest)
    try await store.write(at: noon + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id).count } == most)
    try await store.write(at: noon + .minutes(1) + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id) } == [latest])
    try await store.write(at: noon + .minutes(2) + MemberEvent.lifetime) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna.id) } == [])
  }
}
