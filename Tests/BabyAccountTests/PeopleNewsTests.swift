import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyAccount
@testable import BabyEngine

@Suite("People's changes in a poll")
struct PeopleNewsTests {
  @Test("a name and an address that were changed on another machine are known at the next poll")
  func name() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        _ = await machine.syncLoop.refresh()
        #expect(machine.accounts.book.current?.name == "Anna")
        _ = try await family.server.update(
          UserPatch(name: "Anna Maria", email: "am@example.org", password: Family.password))
        _ = await machine.syncLoop.refresh()
        #expect(machine.accounts.book.current?.name == "Anna Maria")
        #expect(machine.accounts.session?.account.email == "am@example.org")
        #expect(machine.syncLoop.syncStatus.current.account.name == "Anna Maria")
      }
    }
  }

  @Test("membership and authors of changes are stored for when the server is away")
  func people() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let session = try await family.register("Ben")
        let (ben, eva) = (try family.server(as: session), family.eva.id)
        _ = try await ben.acceptShare(code: family.server.createShare(of: eva, as: .caregiver).code)
        let sent = try #require(await family.server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted)
        var changed = sent
        changed.note = "by Ben"
        let base = sent.updatedAt
        #expect(await ben.send(PendingWrite(changed, base: base, key: "b")).accepted?.changedBy == "Ben")
        try await ben.remove(session.user.id, from: eva)
        for _ in 0..<2 {
          _ = await machine.syncLoop.refresh()
          let events = try await machine.engine.store.read {
            try $0.memberEvents(of: eva, after: Instant(milliseconds: 0), limit: 10)
          }
          #expect(Set(events.map(\.action)) == [.joined, .left] && events.allSatisfy { $0.name == "Ben" })
          #expect(events.first { $0.action == .joined }?.role == .caregiver)
          #expect(try await machine.engine.store.read { try $0.entry(sent.id) }?.changedBy == "Ben")
        }
      }
    }
  }
}
