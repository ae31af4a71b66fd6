import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyServer

@Suite("Registration")
struct RegistrationTests {
  private func register(
    _ server: TestServer, _ name: String, called: String? = nil, code: String? = nil
  ) async throws -> Reply {
    guard let code else { return try await server.send("auth.register", server.registration(name)) }
    let body: JSON = [
      "email": .string("\(name.lowercased())@example.org"), "password": .string(TestServer.password),
      "name": .string(called ?? name), "code": .string(code),
    ]
    return try await server.send("auth.register", body)
  }

  /// A code that stands for a word.
  private static func code(_ word: String) -> String { TypedCode(random: Secrets.hash(word)).grouped }

  private func caller(_ reply: Reply) throws -> Caller {
    try Caller(reply.decoded())
  }

  private func invite(
    _ server: TestServer, _ code: String, email: String? = nil, isFirst: Bool = false
  ) async throws {
    let store = try server.openStore()
    defer { try? store.close() }
    let invitation = Invitation(email: email, isFirst: isFirst, createdAt: server.now)
    try await store.write(at: server.now) { try $0.insert(invitation, code: Secrets.hash(typed: Self.code(code))) }
  }

  private func isCodeNeeded(_ reply: Reply) throws -> Bool {
    let field = try reply.json["error"]?["details"]?.arrayValue?.first?["field"]
    return reply.status == 403 && field == "code"
  }

  @Test("the first account needs the code of the first start, which makes no second one")
  func first() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      let without = try await register(server, "Anna")
      #expect(try isCodeNeeded(without))
      #expect(try without.json["error"]?["message"]?.stringValue?.contains("first-code") == true)
      #expect(try await register(server, "Anna", code: Self.code("guess")).status == 400)
      try await invite(server, "replaced", isFirst: true)
      try await invite(server, "first", isFirst: true)
      #expect(try await register(server, "Anna", code: Self.code("replaced")).status == 400, "there is one at a time")
      #expect(try await register(server, "Anna", code: " \(Self.code("first").lowercased()) ").status == 201)
      #expect(try await register(server, "Mallory", code: Self.code("first")).status == 400)
      let later = try await register(server, "Mallory")
      #expect(try isCodeNeeded(later))
      #expect(try later.json["error"]?["message"]?.stringValue?.contains("share create") == true)
    }
  }

  @Test("an unused code of the first start is worthless once there is an account")
  func firstTooLate() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "first", isFirst: true)
      let store = try server.openStore()
      defer { try? store.close() }
      let user = User(id: IDGenerator().next(at: server.now), email: "a@example.org", name: "A", createdAt: server.now)
      try await store.write(at: server.now) { _ = try $0.insert(user, password: "") }
      #expect(try await register(server, "Mallory", code: Self.code("first")).status == 400)
    }
  }

  @Test("a share's code creates the account and shares the child, at once and once")
  func share() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "first", isFirst: true)
      let anna = try caller(try await register(server, "Anna", code: Self.code("first")))
      let eva = try await server.addEva(anna)
      let code = try await server.shareCode(eva, of: anna, as: .viewer)
      let ben = try caller(try await register(server, "Ben", code: code))
      let children = try await server.send("children.list", as: ben).decoded(SharedChildList.self).children
      #expect(children.map(\.child.id) == [eva.id])
      #expect(children.map(\.role) == [.viewer])
      #expect(try await register(server, "Cleo", code: code).status == 400)
    }
  }

  @Test("a refused registration uses up no code, and does not reveal accounts to people without one")
  func refused() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "first", isFirst: true)
      let anna = try caller(try await register(server, "Anna", code: Self.code("first")))
      let eva = try await server.addEva(anna)
      let code = try await server.shareCode(eva, of: anna, as: .caregiver)
      #expect(try isCodeNeeded(try await register(server, "Anna")))
      #expect(try await register(server, "Anna", code: Self.code("guess")).status == 400)
      #expect(try await register(server, "Anna", called: "Annabel", code: code).status == 409)
      #expect(try await register(server, "Ben", code: code).status == 201)
    }
  }

  @Test("a mistyped code is distinguished from an unknown one, and uses up nothing")
  func mistyped() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "first", isFirst: true)
      func refusal(_ code: String) async throws -> String {
        let reply = try await register(server, "Anna", code: code)
        #expect(reply.status == 400)
        return try reply.json["error"]?["message"]?.stringValue ?? ""
      }
      let code = Self.code("first")
      let wrong = code.dropLast() + (code.hasSuffix("2") ? "3" : "2")
      #expect(try await refusal(String(wrong)).contains("is mistyped"))
      #expect(try await refusal("guess").contains("is mistyped"))
      #expect(try await refusal(Self.code("guess")).contains("has been used"))
      #expect(try await register(server, "Anna", code: code).status == 201)
    }
  }

  @Test("an invitation is for one person, within a week, and for its address alone if it names one")
  func invitation() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "anybody")
      try await invite(server, "bens", email: "ben@example.org")
      try await invite(server, "late")
      #expect(try await register(server, "Cleo", code: Self.code("bens")).status == 400)
      #expect(try await register(server, "Ben", code: Self.code("bens")).status == 201)
      #expect(try await register(server, "Cleo", code: Self.code("anybody")).status == 201)
      #expect(try await register(server, "Dora", code: Self.code("anybody")).status == 400)
      server.pass(.hours(7 * 24))
      #expect(try await register(server, "Dora", code: Self.code("late")).status == 400)
    }
  }

  @Test("a revoked share, or one of a removed child, lets no one in")
  func uselessShares() async throws {
    try await TestServer.run({ $0.registration = .invited }) { server in
      try await invite(server, "first", isFirst: true)
      let anna = try caller(try await register(server, "Anna", code: Self.code("first")))
      let eva = try await server.addEva(anna)
      let revoked = try await server.shareCode(eva, of: anna, as: .viewer)
      // Shares of one instant are in no order that a test could know.
      server.pass(.minutes(1))
      let orphaned = try await server.shareCode(eva, of: anna, as: .viewer)
      let child = "\(eva.id)"
      let shares = try await server.send("shares.list", at: ["child": child], as: anna).decoded(OpenShares.self).shares
      try await server.send("shares.revoke", at: ["child": child, "share": "\(shares[0].id)"], as: anna)
      #expect(try await register(server, "Ben", code: revoked).status == 400)
      try await server.send("children.remove", at: ["child": child], as: anna)
      #expect(try await register(server, "Ben", code: orphaned).status == 400)
    }
  }

  @Test("an open server accepts everybody, also with a code; a closed one accepts no one, with any code")
  func openAndClosed() async throws {
    try await TestServer.run({ $0.registration = .open }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let ben = try caller(
        try await register(server, "Ben", code: try await server.shareCode(eva, of: anna, as: .caregiver)))
      #expect(try await server.send("children.list", as: ben).decoded(SharedChildList.self).children.count == 1)
      #expect(try await register(server, "Cleo", code: Self.code("guess")).status == 400)
    }
    try await TestServer.run({ $0.registration = .closed }) { server in
      try await invite(server, "first", isFirst: true)
      let refused = try await register(server, "Anna", code: Self.code("first"))
      #expect(refused.status == 403)
      #expect(try !isCodeNeeded(refused), "there is no code to ask for")
    }
  }
}
