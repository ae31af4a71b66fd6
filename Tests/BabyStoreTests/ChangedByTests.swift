import BabyModel
import GRDB
import Testing

@testable import BabyStore

@Suite("Who changed an entry, and who came and went, in files of before that was kept")
struct ChangedByTests {
  private let directory = TemporaryDirectory()

  @Test("of version 13 nobody knows it; what a server tells from then on is kept, and once")
  func machine() async throws {
    let store = try KeptFiles.openAccount(of: "0.13", into: directory)
    let child = try await store.read { try #require($0.children().first) }
    let known = try await store.read { try $0.entries(EntryQuery(child: child.id)).entries }
    #expect(!known.isEmpty && known.allSatisfy { $0.changedBy == nil })
    var theirs = known[0]
    (theirs.changedBy, theirs.updatedAt) = ("Omar", theirs.updatedAt + .hours(1))
    let (entry, at) = (theirs, noon - .hours(1))
    let events = [
      MemberEvent(childID: child.id, at: at, deed: .joined, name: "Omar", role: .caregiver),
      MemberEvent(childID: child.id, at: at, deed: .role, name: "Omar", role: .viewer, by: "Anna"),
      MemberEvent(childID: child.id, at: noon - .hours(31 * 24), deed: .left, name: "Sam"),
    ]
    for _ in 0..<2 {
      try await store.write(WriteContext(uid: 7, client: "test", at: noon)) { transaction in
        try transaction.adopt(entry)
        try transaction.keep(events)
      }
    }
    #expect(try await store.read { try $0.entry(entry.id) }?.changedBy == "Omar")
    let kept = try await store.read { try $0.memberEvents(of: child.id, after: at - .hours(1), limit: 10) }
    #expect(Set(kept) == Set(events.prefix(2)))
    #expect(try await store.read { try $0.memberEvents(of: child.id, after: at, limit: 10) } == [])
    try await store.write(WriteContext(uid: 7, client: "test", at: noon)) { transaction in
      for row in try transaction.read.outboxRows(limit: 1000) { try transaction.remove(row, as: .discarded) }
      try transaction.purge(child)
    }
    #expect(try await store.read { try $0.memberEvents(of: child.id, after: at - .hours(1), limit: 10) } == [])
    try store.close()
    try verifyIntegrity(of: store.path)
  }

  @Test("of a server of version 9 a share that had ended is told still, for as long as one that ends now")
  func server() async throws {
    let path = try KeptFiles.copy("server.db", of: "0.13", into: directory)
    let child = ChildID(high: 1, low: 1)
    let user = try await DatabaseQueue(path: path).write { db in
      try db.run("INSERT INTO ended_membership (user_id, child_id) SELECT min(id), ? FROM user", [.id(child)])
      return try db.first("SELECT min(id) FROM user") { try $0.id() as UserID }
    }
    let anna = try #require(user)
    let store = try ServerStore.open(path: path, now: noon)
    #expect(try await store.read { try $0.endedMemberships(of: anna) }.contains(child))
    try await store.write(at: noon) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna) }.contains(child))
    try await store.write(at: noon + MemberEvent.lifetime + .minutes(1)) { try $0.prune() }
    #expect(try await store.read { try $0.endedMemberships(of: anna) } == [])
    try store.close()
  }
}
