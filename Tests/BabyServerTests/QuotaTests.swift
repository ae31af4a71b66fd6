import BabyAPI
import BabyModel
import BabyProtocol
import GRDB
import Testing

@testable import BabyServer
@testable import BabyStore

@Suite("Quotas of an account")
struct QuotaTests {
  /// From the test's noon to the end of the day.
  private static let halfDay = 12 * 60 * 60 + 1

  @Test("an account at its daily limit keeps reading and deleting, and writes again the next day")
  func changes() async throws {
    try await TestServer.run({ $0.limits.dailyWrites = 3 }) { server in
      let anna = try await server.register("Anna")
      // One of the three.
      let eva = try await server.addEva(anna)
      for number in 1...2 as ClosedRange<UInt64> {
        let reply = try await server.put(
          server.entry(number), server.sleep(eva, from: Double(number), to: Double(number) - 0.5), as: anna,
          key: "\(number)")
        #expect(reply.status == 200)
      }
      func another() async throws -> Reply {
        try await server.put(server.entry(3), server.sleep(eva, from: 9, to: 8), as: anna)
      }
      let refused = try await another()
      #expect(refused.status == 429)
      #expect(try refused.errorCode == "rate_limited")
      #expect(refused.headers["retry-after"] == "\(Self.halfDay)")
      #expect(try refused.json["error"]?["message"]?.stringValue?.contains("2026-11-22T00:00:00.000Z") == true)
      // What was answered is answered again.
      let repeated = try await server.put(
        server.entry(1), server.sleep(eva, from: 1, to: 0.5), as: anna, key: "1")
      #expect(repeated.status == 200)
      let list = try await server.send("entries.list", at: ["child": "\(eva.id)"], as: anna)
      #expect(try list.decoded(EntryList.self).entries.count == 2)
      #expect(try await server.send("entries.delete", at: ["entry": "\(server.entry(2))"], as: anna).status == 200)
      let stranger = try await server.register("Ben")
      #expect(try await server.addEva(stranger).name == "Eva", "others write as before")
      server.pass(.hours(12))
      #expect(try await another().status == 200)
    }
  }

  @Test("an account writes a limited number of bytes in a day")
  func bytes() async throws {
    try await TestServer.run({ $0.limits.dailyBytes = 25_000 }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      var statuses: [Int] = []
      for number in 1...4 as ClosedRange<UInt64> {
        let note = String(repeating: "a", count: 9_900)
        let sleep = server.sleep(eva, from: Double(number), to: Double(number) - 0.5, note: note)
        statuses.append(try await server.put(server.entry(number), sleep, as: anna).status)
      }
      #expect(statuses == [200, 200, 200, 429])
    }
  }

  @Test("a child's log has the same limit for all members together as for one")
  func child() async throws {
    try await TestServer.run({ $0.limits.dailyWrites = 4 }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      // The share is Anna's second change, and to accept it is Ben's first.
      let ben = try await server.join("Ben", eva, of: anna, as: .caregiver)
      var statuses: [Int] = []
      for (number, caller) in zip(1..., [anna, anna, ben, ben, ben]) {
        let sleep = server.sleep(eva, from: Double(number), to: Double(number) - 0.5)
        statuses.append(try await server.put(server.entry(UInt64(number)), sleep, as: caller).status)
      }
      #expect(statuses == [200, 200, 200, 200, 429])
    }
  }

  @Test("an account at its limit of sessions loses the one that has been unused for longest")
  func sessions() async throws {
    try await TestServer.run({ $0.limits.sessions = 3 }) { server in
      let first = try await server.register("Anna")
      var others: [Caller] = []
      for _ in 1...3 {
        server.pass(.minutes(1))
        others.append(try Caller(await server.login("Anna").decoded()))
      }
      #expect(try await server.send("me.get", as: first).status == 401)
      for caller in others { #expect(try await server.send("me.get", as: caller).status == 200) }
      let list = try await server.send("sessions.list", as: others[0]).decoded(AccountSessions.Answer.self)
      #expect(list.sessions.count == 3)
    }
  }

  @Test("a child has a limited number of open invitations; revoking one makes room for another")
  func invitations() async throws {
    try await TestServer.run({ $0.limits.openShares = 2 }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func invite() async throws -> Reply {
        try await server.send("shares.create", at: ["child": "\(eva.id)"], ["role": "viewer"], as: anna)
      }
      let first = try await invite().decoded(CreatedShare.self)
      #expect(try await invite().status == 201)
      let refused = try await invite()
      #expect(refused.status == 429)
      #expect(try refused.errorCode == "rate_limited")
      #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
      #expect(try refused.json["error"]?["message"]?.stringValue?.contains("Eva has 2 open invitations") == true)
      let share = ["child": "\(eva.id)", "share": "\(first.share.id)"]
      #expect(try await server.send("shares.revoke", at: share, as: anna).status == 204)
      #expect(try await invite().status == 201)
    }
  }

  @Test("the limits are options of the server, each with bounds")
  func options() throws {
    var limits = ServerLimits()
    try QuotaOptions.parse([
      "--daily-changes", "5", "--daily-megabytes", "6", "--sessions", "7", "--open-invitations", "8",
    ]).apply(to: &limits)
    #expect((limits.dailyWrites, limits.dailyBytes) == (5, 6 * 1024 * 1024))
    #expect((limits.sessions, limits.openShares) == (7, 8))
    for name in ["--daily-changes", "--daily-megabytes", "--sessions", "--open-invitations"] {
      for value in ["0", "1000000001", "99999999999999999999"] {
        #expect(throws: (any Error).self, "\(name) \(value)") { try QuotaOptions.parse([name, value]) }
      }
      #expect(throws: Never.self) { try QuotaOptions.parse([name, "1000000000"]) }
    }
  }

  @Test("a stored answer does not contain the entry a second time, and reproduces the answer")
  func storedAnswer() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let ben = try await server.join("Ben", eva, of: anna, as: .caregiver)
      let note = String(repeating: "a", count: 9_000)
      let sleep = server.sleep(eva, from: 2, to: 1, note: note)
      func put(_ key: String, _ body: JSON, as caller: Caller, ifMatch: String? = nil) async throws -> Reply {
        try await server.put(server.entry(1), body, as: caller, key: key, ifMatch: ifMatch)
      }
      let first = try await put("1", sleep, as: anna)
      server.pass(.minutes(5))
      let shorter = server.sleep(eva, from: 2, to: 1.5, note: note)
      let changed = try await put("1", shorter, as: ben, ifMatch: first.headers["etag"])
      #expect(try changed.json["changedBy"] == "Ben")
      let store = try server.openStore()
      let sizes = try await store.read { reader in
        try reader.db.all("SELECT length(body) FROM answer ORDER BY at") { $0.integer() }
      }
      try store.close()
      #expect(sizes.count == 2 && sizes.allSatisfy { $0 < 200 }, "\(sizes)")
      for (reply, body, caller) in [(first, sleep, anna), (changed, shorter, ben)] {
        let again = try await put("1", body, as: caller, ifMatch: "\"whatever\"")
        #expect(again.status == 200 && again.body == reply.body && again.headers["etag"] == reply.headers["etag"])
      }
      // It is the same even when the entry is gone.
      try await server.send("entries.delete", at: ["entry": "\(server.entry(1))"], as: anna)
      #expect(try await put("1", sleep, as: anna).body == first.body)
    }
  }
}
