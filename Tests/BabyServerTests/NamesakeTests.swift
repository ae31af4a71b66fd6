import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("The name on an entry")
struct NamesakeTests {
  @Test("an imported entry names its importer, and a member cannot take another's name")
  func importedAuthor() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      func author(_ number: UInt64, _ given: String) async throws -> String? {
        let sleep = server.sleep(eva, from: Double(number) + 1, to: Double(number))
        let members = sleep.objectValue?.members.map { ($0.name, $0.value) } ?? []
        let body = JSON.object(JSONObject(members + [("author", .string(given))]))
        let reply = try await server.put(server.entry(number), body, as: bob)
        return try reply.decoded(EntryRecord.self).entry.author
      }
      #expect(try await author(1, "Anna") == "Anna, imported by Bob")
      #expect(try await author(2, "Bob") == "Bob")
      #expect(try await author(3, "Aunt Carol") == "Aunt Carol, imported by Bob")
      // Nor does anybody take another's name, or one that looks like it.
      for name in ["Anna", "ANNA", "An na", "Аnna"] {
        let reply = try await server.send("me.update", ["name": .string(name)], as: bob)
        #expect(reply.status == 400, "\(name)")
        #expect(try reply.json["error"]?["details"]?.arrayValue?.first?["field"] == "name")
      }
      #expect(try await server.send("me.update", ["name": "An\u{200B}na"], as: bob).status == 400)
      #expect(try await server.send("me.update", ["name": "Bobby"], as: bob).status == 200)
    }
  }

  @Test("a newcomer whose name looks like a member's is refused, and joins under another")
  func namesakes() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let code = try await server.shareCode(eva, of: anna, as: .caregiver)
      let other = try Caller(
        await server.send(
          "auth.register", ["email": "a@example.org", "password": .string(TestServer.password), "name": "anna"]
        ).decoded())
      let refused = try await server.send("shares.accept", ["code": .string(code)], as: other)
      #expect(refused.status == 400)
      #expect(try refused.json["error"]?["message"]?.stringValue?.contains("bbctl account name") == true)
      let registration = try await server.send(
        "auth.register",
        [
          "email": "b@example.org", "password": .string(TestServer.password), "name": "Anna", "code": .string(code),
        ])
      #expect(registration.status == 400)
      try await server.send("me.update", ["name": "Anna from next door"], as: other)
      #expect(try await server.send("shares.accept", ["code": .string(code)], as: other).status == 200)
    }
  }

  @Test("members with the same name from before that rule get a number, in lists and on entries")
  func earlierNamesakes() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      server.pass(.seconds(1))
      let other = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let store = try server.openStore()
      var renamed = other.user
      renamed.name = "anna"
      _ = try await store.write(at: server.now) { [renamed] in try $0.update(renamed) }
      try store.close()
      let members = try await server.send("members.list", at: ["child": "\(eva.id)"], as: other).decoded(
        MemberList.self
      ).members
      #expect(members.map(\.user.name) == ["Anna", "anna (2)"])
      func shown(_ caller: Caller) async throws -> [String?] {
        try await server.changes(as: caller).children.map(\.shownAs)
      }
      // By that, machines tell their account's entries from the namesake's.
      #expect(try await shown(anna) == [nil])
      #expect(try await shown(other) == ["anna (2)"])
      let id = server.entry(1)
      let put = try await server.put(id, server.sleep(eva, from: 2, to: 1), as: other)
      #expect(try put.decoded(EntryRecord.self).entry.author == "anna (2)")
      let tag = try #require(put.headers["etag"])
      let changed = try await server.put(id, server.sleep(eva, from: 3, to: 1), as: anna, ifMatch: tag)
      #expect(try changed.decoded(EntryRecord.self).entry.changedBy == "Anna")
      // What is stored is as it was, and the number goes with a name of one's own.
      #expect(try await server.send("me.get", as: other).decoded(User.self).name == "anna")
      #expect(try await server.send("me.update", ["name": "Anna (2)"], as: anna).status == 400)
      #expect(try await server.send("me.update", ["name": "Annie"], as: other).status == 200)
      let again = try await server.send("members.list", at: ["child": "\(eva.id)"], as: anna).decoded(MemberList.self)
        .members
      #expect(again.map(\.user.name) == ["Anna", "Annie"])
    }
  }
}
