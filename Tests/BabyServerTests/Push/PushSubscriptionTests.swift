import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import TestSupport
import Testing

@testable import BabyServer

@Suite("The browser of a session")
struct PushSubscriptionTests {
  private func kept(_ family: PushFamily, as caller: Caller? = nil) async throws -> PushSubscriptionRecord? {
    let reply = try await family.server.send("push.get", as: caller ?? family.anna)
    if reply.status == 404 { return nil }
    return try reply.decoded()
  }

  @Test("can be set, read, changed and removed; other people's entries are off by default")
  func preferences() async throws {
    try await PushFamily.run { family in
      let browser = family.service.browser()
      #expect(try await kept(family) == nil)
      let first = try await family.subscribe(browser).decoded(PushSubscriptionRecord.self)
      #expect(
        first
          == PushSubscriptionRecord(
            endpoint: browser.endpoint, reminders: true, timers: true, others: false, names: false))
      #expect(try await kept(family) == first)
      try await family.subscribe(browser, ["reminders": false, "others": true, "names": true])
      #expect(
        try await kept(family)
          == PushSubscriptionRecord(
            endpoint: browser.endpoint, reminders: false, timers: true, others: true, names: true))
      for _ in 1...2 { #expect(try await family.server.send("push.remove", as: family.anna).status == 204) }
      #expect(try await kept(family) == nil)
    }
  }

  @Test("an invalid one is refused by name")
  func refusals() async throws {
    // Nothing is configured: the services are those of the browsers' makers.
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let known = TestBrowser(endpoint: "https://fcm.googleapis.com/fcm/send/abc")
      #expect(try await server.send("push.put", known.subscription(), as: anna).status == 200)
      func refusal(_ changes: [String: String]) async throws -> String? {
        let members = known.subscription().objectValue?.members ?? []
        let body = JSON.object(
          JSONObject(members.map { ($0.name, changes[$0.name].map { JSON.string($0) } ?? $0.value) }))
        let reply = try await server.send("push.put", body, as: anna)
        #expect(reply.status == 400)
        return try reply.json["error"]?["details"]?.arrayValue?.first?["field"]?.stringValue
      }
      for endpoint in [
        "", "http://fcm.googleapis.com/a", "https://example.org/a", "https://127.0.0.1/a", "http://127.0.0.1:8080/a",
        "https://fcm.googleapis.com:8080/a", "https://localhost/a",
      ] { #expect(try await refusal(["endpoint": endpoint]) == "endpoint") }
      for key in ["", "AAAA", Base64URL.text([UInt8](repeating: 4, count: 65)), "not base64"] {
        #expect(try await refusal(["p256dh": key]) == "p256dh")
      }
      for secret in ["", "AAAA", "?"] { #expect(try await refusal(["auth": secret]) == "auth") }
      #expect(try await server.send("push.get", as: anna).status == 200, "the one before stays")
    }
  }

  @Test("is one for each session, and the last session wins if two have the same")
  func sessions() async throws {
    try await PushFamily.run { family in
      let (phone, tablet) = (family.service.browser("phone"), family.service.browser("tablet"))
      let other = try await family.login("Anna")
      try await family.subscribe(phone)
      #expect(try await kept(family, as: other) == nil)
      try await family.subscribe(tablet, as: other)
      #expect(try await kept(family)?.endpoint == phone.endpoint)
      // Another person logs in on the same phone.
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .viewer)
      try await family.subscribe(phone, as: bob)
      #expect(try await kept(family) == nil)
      #expect(try await kept(family, as: other)?.endpoint == tablet.endpoint)
    }
  }

  @Test("ends with its session, for any reason")
  func ended() async throws {
    try await PushFamily.run { family in
      let server = family.server
      let store = try server.openStore()
      defer { try? store.close() }
      func count() async throws -> Int { try await store.read { try $0.pushSubscribers(now: server.now).count } }
      func begin(_ name: String) async throws -> Caller {
        let caller = try await family.login("Anna")
        try await family.subscribe(family.service.browser(name), as: caller)
        return caller
      }
      let first = try await begin("1")
      #expect(try await count() == 1)
      try await server.send("auth.logout", as: first)
      #expect(try await count() == 0)
      let second = try await begin("2")
      let sessions = try await server.send("sessions.list", as: second).decoded(AccountSessions.Answer.self)
      try await server.send("sessions.end", at: ["session": "\(sessions.current)"], as: family.anna)
      #expect(try await count() == 0)
      _ = try await begin("3")
      try await server.send("sessions.endOthers", as: family.anna)
      #expect(try await count() == 0)
      _ = try await begin("4")
      let change: JSON = ["old": .string(TestServer.password), "new": .string(TestServer.password + "!")]
      #expect(try await server.send("me.password", change, as: family.anna).status == 204)
      #expect(try await count() == 0)
      try await family.subscribe(family.service.browser("5"))
      let user = family.anna.user.id
      try await store.write(at: server.now) { try $0.disable(user) }
      #expect(try await count() == 0)
      let bob = try await server.register("Bob")
      try await family.subscribe(family.service.browser("6"), as: bob)
      server.pass(.hours(180 * 24))
      #expect(try await count() == 0, "nobody has used the session for so long")
      server.pass(.hours(-180 * 24))
      #expect(try await count() == 1)
      #expect(try await server.send("me.erase", TestServer.erasure, as: bob).status == 200)
      #expect(try await count() == 0)
    }
  }

  @Test("there can be 32 of one account; the oldest is dropped")
  func most() async throws {
    try await PushFamily.run { family in
      let store = try family.server.openStore()
      defer { try? store.close() }
      for number in 1...33 {
        family.server.pass(.hours(1))
        let caller = try await family.login("Anna")
        try await family.subscribe(family.service.browser("\(number)"), as: caller)
      }
      let now = family.server.now
      let endpoints = try await store.read { try $0.pushSubscribers(now: now).map(\.subscription.endpoint) }
      #expect(endpoints.count == 32)
      #expect(!endpoints.contains { $0.hasSuffix("/1") } && endpoints.contains { $0.hasSuffix("/33") })
    }
  }

  @Test("the server's key stays over restarts, and is part of a backup")
  func key() async throws {
    var known = ""
    func key(_ family: PushFamily) async throws -> String {
      try await family.server.send("push.key", as: family.anna).decoded(PushKey.self).key
    }
    try await PushFamily.run { family in
      known = try await key(family)
      #expect(try #require(Base64URL.bytes(known)).count == 65)
      #expect(try await key(family) == known)
      let server = family.server
      let store = try server.openStore()
      try store.backup(to: server.directory + "/backup.db")
      try store.close()
    } afterRestart: { family in
      #expect(try await key(family) == known)
      let store = try family.server.openStore()
      try store.restore(from: family.server.directory + "/backup.db", now: family.server.now)
      #expect(try await key(family) == known)
      try store.close()
      try await TestServer.run { other in
        let stranger = try await other.register("Mallory")
        #expect(try await other.send("push.key", as: stranger).decoded(PushKey.self).key != known)
      }
    }
  }
}
