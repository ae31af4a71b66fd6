import BabyAPI
import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyServer

@Suite("Accounts over HTTP")
struct AccountTests {
  @Test("registering logs in, and the address may be spelled in any way")
  func register() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      #expect(try await server.send("me.get", as: anna).decoded(User.self) == anna.user)
      let again = try await server.send(
        "auth.login", ["email": " ANNA@Example.org", "password": .string(TestServer.password)])
      #expect(again.status == 200)
      #expect(try again.decoded(NewSession.self).token != anna.token)
      #expect(again.headers["cache-control"] == "no-store")
    }
  }

  @Test("an address can be registered only once")
  func emailTaken() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      let reply = try await server.send("auth.register", server.registration("ANNA"))
      #expect(reply.status == 409)
      #expect(try reply.json["error"]?["message"] == "Email already registered.")
    }
  }

  @Test("all errors of a registration are reported at once")
  func invalid() async throws {
    try await TestServer.run { server in
      let reply = try await server.send("auth.register", ["email": "anna", "password": "short", "name": " "])
      #expect(reply.status == 400)
      let fields = try reply.json["error"]?["details"]?.arrayValue?.map { $0["field"] }
      #expect(fields == ["email", "name", "password"])
    }
  }

  @Test("a wrong password and an unknown address are the same error")
  func wrongCredentials() async throws {
    try await TestServer.run { server in
      _ = try await server.register("Anna")
      let wrong = try await server.login("Anna", "wrong horse")
      let unknown = try await server.login("Bob", "wrong horse")
      #expect(wrong.status == 401)
      #expect(wrong.headers["www-authenticate"] == "Bearer")
      #expect(wrong.body == unknown.body)
    }
  }

  @Test("a token is worthless after logging out, and others stay valid")
  func logout() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let other = try Caller(await server.login("Anna").decoded())
      #expect(try await server.send("auth.logout", as: anna).status == 204)
      #expect(try await server.send("me.get", as: anna).status == 401)
      #expect(try await server.send("auth.logout", as: anna).status == 401)
      #expect(try await server.send("me.get", as: other).status == 200)
    }
  }

  @Test("erasing the account leaves nothing of it, also in the file, and nothing of children without another owner")
  func erase() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1, note: "a lullaby"), as: anna)
      let member = try await server.join("Carol", eva, of: anna, as: .caregiver)
      let other = try await server.addEva(bob)
      let code = try await server.shareCode(other, of: bob, as: .caregiver)
      try await server.send("shares.accept", ["code": .string(code)], as: anna)

      // It takes the password, and says what goes with it: before, too.
      let erased = ErasedChildren(children: [ErasedChild(name: "Eva", others: 1)])
      #expect(try await server.send("me.erasure", as: anna).decoded(ErasedChildren.self) == erased)
      #expect(try await server.send("me.erasure", as: member).decoded(ErasedChildren.self).children == [])
      #expect(try await server.send("DELETE", "/v1/me", nil, anna.headers).status == 400)
      #expect(try await server.send("me.erase", ["password": "wrong horse"], as: anna).status == 401)
      #expect(try await server.send("me.get", as: anna).status == 200)
      let done = try await server.send("me.erase", TestServer.erasure, as: anna)
      #expect(try done.status == 200 && done.decoded(ErasedChildren.self) == erased)
      #expect(try await server.send("me.get", as: anna).status == 401)
      #expect(try await server.login("Anna").status == 401)
      #expect(try await server.send("children.list", as: member).decoded(SharedChildList.self).children == [])
      #expect(try await server.changes(as: member).entries == [])
      // Another family's child loses nothing but a member.
      #expect(try await server.send("children.list", as: bob).decoded(SharedChildList.self).children.count == 1)
      let members = try await server.send("members.list", at: ["child": "\(other.id)"], as: bob)
      #expect(try members.decoded(MemberList.self).members.map(\.user.name) == ["Bob"])
      #expect(try await server.send("shares.accept", ["code": .string(code)], as: member).status == 404)

      for name in try FileManager.default.contentsOfDirectory(atPath: server.directory) {
        let bytes = try Data(contentsOf: URL(filePath: server.directory + "/" + name))
        for word in ["lullaby", "anna@example.org"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name)") }
      }
      #expect(try await server.send("auth.register", server.registration("Anna")).status == 201)
    }
  }

  @Test("an unused session expires")
  func expiry() async throws {
    try await TestServer.run({ $0.sessionLifetime = .hours(24) }) { server in
      let anna = try await server.register("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      server.pass(.hours(24) - .milliseconds(1))
      #expect(try await store.read { try $0.session(token: Secrets.hash(anna.token), now: server.now) } != nil)
      server.pass(.milliseconds(1))
      #expect(try await server.send("me.get", as: anna).status == 401)
    }
  }

  @Test("an expired session is neither listed nor renamed, also while its row still exists")
  func expired() async throws {
    try await TestServer.run({ $0.sessionLifetime = .hours(24) }) { server in
      let anna = try await server.register("Anna")
      let old = try await server.send("sessions.list", as: anna).decoded(AccountSessions.Answer.self).current
      func rename(as caller: Caller) async throws -> Int {
        try await server.send("sessions.rename", at: ["session": "\(old)"], ["name": "phone"], as: caller).status
      }
      server.pass(.hours(24) - .milliseconds(1))
      let later = try Caller(await server.login("Anna").decoded())
      #expect(
        try await server.send("sessions.list", as: later).decoded(AccountSessions.Answer.self).sessions.count == 2)
      #expect(try await rename(as: later) == 200)
      server.pass(.milliseconds(1))
      let left = try await server.send("sessions.list", as: later).decoded(AccountSessions.Answer.self)
      #expect(left.sessions.map(\.id) == [left.current] && left.current != old)
      #expect(try await rename(as: later) == 404)
    }
  }

  @Test("sessions survive a restart of the server")
  func restart() async throws {
    var anna: Caller?
    try await TestServer.run { server in
      anna = try await server.register("Anna")
    } afterRestart: { server in
      let reply = try await server.send("me.get", as: anna)
      #expect(reply.status == 200)
    }
  }

  @Test("settings are the caller's own and are replaced as a whole")
  func settings() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      func value(_ key: String, of caller: Caller) async throws -> String? {
        try await server.send("settings.get", as: caller).decoded(SettingsList.Answer.self)
          .settings.first { $0.key == key }?.value
      }
      try await server.send(
        "settings.put",
        ["settings": [["key": "units", "value": "oz"], ["key": "day.start", "value": "04:30"]]], as: anna)
      #expect(try await value("units", of: anna) == "oz")
      #expect(try await value("units", of: bob) == "ml")
      try await server.send("settings.put", ["settings": [["key": "units", "value": "oz"]]], as: anna)
      #expect(try await value("day.start", of: anna) == "00:00")
      let refused = try await server.send(
        "settings.put", ["settings": [["key": "units", "value": "pints"]]], as: anna)
      #expect(refused.status == 400)
      #expect(try refused.json["error"]?["details"]?.arrayValue?.first?["field"] == "units")
    }
  }

  @Test("settings sent twice with one key are set once, whatever was set in between")
  func settingsKey() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      func set(_ units: JSON, key: String? = nil) async throws -> Reply {
        try await server.send(
          "settings.put", ["settings": [["key": "units", "value": units]]], as: anna,
          headers: key.map { ["Idempotency-Key": $0] } ?? [:])
      }
      let first = try await set("oz", key: "k1")
      _ = try await set("ml")
      let again = try await set("oz", key: "k1")
      #expect((again.status, again.body) == (200, first.body))
      let settings = try await server.send("settings.get", as: anna).decoded(SettingsList.Answer.self).settings
      #expect(settings.first { $0.key == "units" }?.value == "ml")
      #expect(try await set("ml", key: "k1").status == 400)
    }
  }
}
