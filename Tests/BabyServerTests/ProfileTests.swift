import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Changing the account")
struct ProfileTests {
  @Test("a new password needs the old one, and ends all other sessions")
  func password() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let other = try Caller(await server.login("Anna").decoded())
      func change(_ old: String, _ new: String) async throws -> Reply {
        try await server.send("me.password", ["old": .string(old), "new": .string(new)], as: anna)
      }
      let wrong = try await change("wrong horse", "battery staple")
      #expect((wrong.status, try wrong.errorCode) == (401, "wrong_credentials"))
      let short = try await change(TestServer.password, "short")
      #expect(try short.json["error"]?["details"]?.arrayValue?.first?["field"] == "new")
      #expect(try await server.send("me.get", as: other).status == 200)

      #expect(try await change(TestServer.password, "battery staple").status == 204)
      #expect(try await server.send("me.get", as: other).status == 401)
      #expect(try await server.send("me.get", as: anna).status == 200)
      #expect(try await server.login("Anna").status == 401)
      #expect(try await server.login("Anna", "battery staple").status == 200)
    }
  }

  @Test("a token holder cannot guess the password quickly")
  func guessing() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let body: JSON = ["old": "wrong horse", "new": "battery staple"]
      for _ in 1...10 { #expect(try await server.send("me.password", body, as: anna).status == 401) }
      #expect(try await server.send("me.password", body, as: anna).status == 429)
      let email: JSON = ["email": "mallory@example.org", "password": "wrong horse"]
      #expect(try await server.send("me.update", email, as: anna).status == 429)
    }
  }

  @Test("a new name is on new entries; an existing entry keeps its own")
  func name() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 3, to: 2), as: anna)
      let changed = try await server.send("me.update", ["name": "Anna Maria"], as: anna).decoded(User.self)
      #expect(changed.name == "Anna Maria")
      #expect(try await server.send("me.get", as: anna).decoded(User.self) == changed)
      try await server.put(server.entry(2), server.sleep(eva, from: 2, to: 1), as: anna)
      let changes = try await server.changes(as: anna)
      #expect(changes.known.map(\.entry.author) == ["Anna", "Anna Maria"])
      #expect(try await server.send("me.update", ["name": " "], as: anna).status == 400)
      #expect(try await server.send("me.update", [:], as: anna).decoded(User.self) == changed)
    }
  }

  @Test("another e-mail address needs the password, and must be free")
  func email() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      _ = try await server.register("Bob")
      func change(_ email: String, _ password: String?) async throws -> Reply {
        var body: [(String, JSON)] = [("email", .string(email))]
        if let password { body.append(("password", .string(password))) }
        return try await server.send("me.update", .object(JSONObject(body)), as: anna)
      }
      #expect(try await change("am@example.org", nil).status == 400)
      #expect(try await change("am@example.org", "wrong horse").status == 401)
      #expect(try await change("bob@example.org", TestServer.password).status == 409)
      #expect(try await change("nobody", TestServer.password).status == 400)
      #expect(try await server.send("me.get", as: anna).decoded(User.self) == anna.user)
      #expect(try await change("AM@example.org", TestServer.password).status == 200)
      #expect(try await server.login("Anna").status == 401)
      #expect(try await server.login("AM").status == 200)
    }
  }

  @Test("a forgotten password is reset with a code, once, within an hour")
  func reset() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      func code(_ text: String) async throws -> String {
        let code = TypedCode(random: Secrets.hash(text))
        try await store.write(at: server.now) { try $0.setPasswordCode(Secrets.hash(code), of: anna.user.id) }
        return code.grouped
      }
      func reset(_ code: String, _ password: String = "battery staple") async throws -> Reply {
        try await server.send("auth.reset", ["code": .string(code), "password": .string(password)])
      }
      let late = try await code("late")
      server.pass(.hours(1))
      #expect(try await reset(late).status == 400)
      let replaced = try await code("replaced")
      let right = try await code("right")
      #expect(try await reset(replaced).status == 400)
      #expect(try await reset(right, "short").status == 400)
      #expect(try await server.send("me.get", as: anna).status == 200, "nothing has changed yet")

      let caller = try Caller(await reset(" \(right.lowercased()) ").decoded())
      #expect(try await server.send("me.get", as: caller).status == 200)
      #expect(try await server.send("me.get", as: anna).status == 401, "all other sessions have ended")
      #expect(try await server.login("Anna", "battery staple").status == 200)
      #expect(try await reset(right, "correct horse").status == 400, "it works once")
      #expect(try await server.login("Anna").status == 401)
    }
  }

  @Test("an unused code becomes invalid when another password is set, and cannot be guessed")
  func uselessCodes() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      let code = TypedCode(random: Secrets.hash("code"))
      try await store.write(at: server.now) { try $0.setPasswordCode(Secrets.hash(code), of: anna.user.id) }
      let mistyped = try await server.send("auth.reset", ["code": "mistyped", "password": "battery staple"])
      #expect(try mistyped.json["error"]?["message"]?.stringValue?.contains("is mistyped") == true)
      let change: JSON = ["old": .string(TestServer.password), "new": "battery staple"]
      #expect(try await server.send("me.password", change, as: anna).status == 204)
      let reset: JSON = ["code": .string(code.grouped), "password": "something else"]
      // The registration was one attempt of the network's, too, and so was the mistyped code.
      for _ in 1...28 { #expect(try await server.send("auth.reset", reset).status == 400) }
      #expect(try await server.send("auth.reset", reset).status == 429)
    }
  }
}
