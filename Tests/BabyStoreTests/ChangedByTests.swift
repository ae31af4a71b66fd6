import BabyModel
import Testing

@testable import BabyStore

@Suite("Who changed an entry, and who came and went")
struct ChangedByTests {
  @Test("what a server tells of it is kept, and once, until the child goes")
  func machine() async throws {
    let fixture = try await Fixture()
    let (store, eva, logged) = (fixture.store, fixture.eva, fixture.entry())
    try await fixture.write { try $0.insert(logged) }
    #expect(try await store.read { try $0.entry(logged.id) }?.changedBy == nil)
    var theirs = logged
    (theirs.changedBy, theirs.updatedAt) = ("Omar", theirs.updatedAt + .hours(1))
    let (entry, at) = (theirs, noon - .hours(1))
    let events = [
      MemberEvent(childID: eva.id, at: at, deed: .joined, name: "Omar", role: .caregiver),
      MemberEvent(childID: eva.id, at: at, deed: .role, name: "Omar", role: .viewer, by: "Anna"),
      MemberEvent(childID: eva.id, at: noon - .hours(31 * 24), deed: .left, name: "Sam"),
    ]
    for _ in 0..<2 {
      try await fixture.write { transaction in
        try transaction.adopt(entry)
        try transaction.keep(events)
      }
    }
    #expect(try await store.read { try $0.entry(entry.id) }?.changedBy == "Omar")
    let kept = try await store.read { try $0.memberEvents(of: eva.id, after: at - .hours(1), limit: 10) }
    #expect(Set(kept) == Set(events.prefix(2)))
    #expect(try await store.read { try $0.memberEvents(of: eva.id, after: at, limit: 10) } == [])
    try await fixture.write { try $0.purge(eva) }
    #expect(try await store.read { try $0.memberEvents(of: eva.id, after: at - .hours(1), limit: 10) } == [])
    try fixture.verifyIntegrity()
  }
}
