import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Sharing a child")
struct SharingTests {
  private func accept(_ code: String, _ server: TestServer, as caller: Caller) async throws -> Reply {
    try await server.send("shares.accept", ["code": .string(code)], as: caller)
  }

  @Test("a code lets one person in, once; a repeat by the same person gets the same answer")
  func singleUse() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let code = try await server.shareCode(eva, of: anna, as: .caregiver)
      let (bob, carol) = (try await server.register("Bob"), try await server.register("Carol"))
      let first = try await accept(code, server, as: bob)
      #expect(try first.decoded(SharedChild.self) == SharedChild(eva, role: .caregiver))
      #expect(try await accept(code, server, as: bob).body == first.body)
      #expect(try await accept(code, server, as: carol).status == 404)

      let members = try await server.send("members.list", at: ["child": "\(eva.id)"], as: bob).decoded(MemberList.self)
      #expect(members.members.map(\.user.name) == ["Anna", "Bob"])
      #expect(members.members.map(\.role) == [.owner, .caregiver])
    }
  }

  @Test("only a page also gets the code as an address to be drawn, at its own origin")
  func drawn() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func created(_ caller: Caller, _ origin: String?) async throws -> CreatedShare {
        var headers: [String: String] = [:]
        headers["Origin"] = origin
        return try await server.send(
          "shares.create", at: ["child": "\(eva.id)"], ["role": "viewer"], as: caller, headers: headers
        ).decoded()
      }
      for origin in ["https://home.local:8443", "https://[fd00::5]", "http://192.168.1.5:8080"] {
        let share = try await created(anna.onPage, origin)
        let code = try #require(QRCode("\(origin)/#/accept/\(share.code)"))
        #expect(share.qr?.size == code.size && share.qr?.rows == code.rows)
      }
      #expect(try await created(anna, "https://home.local").qr == nil, "a daemon draws nothing")
      let long = "https://" + String(repeating: "a", count: 300)
      for origin in [nil, "null", "https://", "https://a/b", "https://a b", "javascript:alert(1)", "https://a\"", long]
      {
        #expect(try await created(anna.onPage, origin).qr == nil)
      }
    }
  }

  @Test("a code ends after seven days")
  func expiry() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.register("Bob")
      let code = try await server.shareCode(eva, of: anna, as: .viewer)
      server.pass(.hours(7 * 24))
      #expect(try await accept(code, server, as: bob).status == 404)
      #expect(
        try await server.send("shares.list", at: ["child": "\(eva.id)"], as: anna).decoded(OpenShares.self).shares == []
      )
      let another = try await server.shareCode(eva, of: anna, as: .viewer)
      server.pass(.hours(7 * 24) - .milliseconds(1))
      #expect(try await accept(another, server, as: bob).status == 200)
    }
  }

  @Test("a share is listed without its code until it is used or revoked")
  func revoked() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.register("Bob")
      let code = try await server.shareCode(eva, of: anna, as: .caregiver)
      let list = try await server.send("shares.list", at: ["child": "\(eva.id)"], as: anna)
      let share = try #require(try list.decoded(OpenShares.self).shares.first)
      #expect(!String(decoding: list.body, as: UTF8.self).contains(code))
      let place = ["child": "\(eva.id)", "share": "\(share.id)"]
      #expect(try await server.send("shares.revoke", at: place, as: anna).status == 204)
      #expect(try await server.send("shares.revoke", at: place, as: anna).status == 404)
      #expect(try await accept(code, server, as: bob).status == 404)
    }
  }

  @Test("existing members use up no code")
  func alreadyMember() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let code = try await server.shareCode(eva, of: anna, as: .viewer)
      #expect(try await accept(code, server, as: anna).status == 409)
      let bob = try await server.register("Bob")
      #expect(try await accept(code, server, as: bob).status == 200)
    }
  }

  @Test("a share never makes an owner, and a removed child cannot be shared")
  func limits() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let place = ["child": "\(eva.id)"]
      #expect(try await server.send("shares.create", at: place, ["role": "owner"], as: anna).status == 400)
      let code = try await server.shareCode(eva, of: anna, as: .viewer)
      try await server.send("children.remove", at: place, as: anna)
      let bob = try await server.register("Bob")
      #expect(try await accept(code, server, as: bob).status == 404)
      let other = TypedCode(random: Secrets.hash("guessed")).grouped
      #expect(try await accept(other, server, as: bob).status == 404)
    }
  }

  @Test("a code is short and accepted as people type it; a mistyped one is distinguished from an unknown one")
  func typed() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let carol = try await server.register("Carol")
      let code = try await server.shareCode(server.addEva(anna), of: anna, as: .caregiver)
      #expect(code.count == 11 && code == code.uppercased())
      let other = code.first == "K" ? "M" : "K"
      let mistyped = try await accept(other + code.dropFirst(), server, as: bob)
      #expect(mistyped.status == 400)
      #expect(try mistyped.json["error"]?["details"]?.arrayValue?.first?["field"] == "code")
      let spaced = code.lowercased().map { $0 == "-" ? "  " : "\($0) " }.joined()
      #expect(try await accept(spaced, server, as: bob).status == 200)
      let used = try await accept(code, server, as: carol)
      #expect(used.status == 404)
      #expect(try used.json["error"]?["message"]?.stringValue?.contains("has been used") == true)
    }
  }

  @Test("after ten wrong codes within a quarter of an hour, an account is blocked; mistyped ones do not count")
  func guessing() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let (bob, carol) = (try await server.register("Bob"), try await server.register("Carol"))
      let right = try await server.shareCode(eva, of: anna, as: .viewer)
      for _ in 1...20 { #expect(try await accept("mistyped", server, as: bob).status == 400) }
      for count in 1...10 {
        let guess = TypedCode(random: Secrets.hash("\(count)")).grouped
        #expect(try await accept(guess, server, as: bob).status == 404)
      }
      #expect(try await accept(right, server, as: bob).status == 429)
      #expect(try await accept(right, server, as: carol).status == 200, "another account's guesses are its own")
      server.pass(.minutes(15))
      #expect(try await accept(right, server, as: bob).status == 404)
    }
  }

  @Test("only the owner sees the others' e-mail addresses; everybody sees names, roles and their own address")
  func addresses() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      server.pass(.minutes(1))
      let carol = try await server.join("Carol", eva, of: anna, as: .viewer)
      func addresses(as caller: Caller) async throws -> [String] {
        let members = try await server.send("members.list", at: ["child": "\(eva.id)"], as: caller)
          .decoded(MemberList.self).members
        #expect(members.map(\.user.name) == ["Anna", "Bob", "Carol"])
        return members.map(\.user.email)
      }
      #expect(try await addresses(as: anna) == ["anna@example.org", "bob@example.org", "carol@example.org"])
      #expect(try await addresses(as: bob) == ["", "bob@example.org", ""])
      #expect(try await addresses(as: carol) == ["", "", "carol@example.org"])
    }
  }

  @Test("an account has a limited number of children, its own and others', including removed ones")
  func children() async throws {
    try await TestServer.run({ $0.limits.children = 2 }) { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(bob))
      let code = try await server.shareCode(max, of: bob, as: .viewer)
      try await server.send("children.remove", at: ["child": "\(eva.id)"], as: anna)
      server.pass(.minutes(1))
      let second = try await server.addEva(anna)
      let new: JSON = ["name": "Tim", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let refused = try await server.send("children.add", new, as: anna)
      #expect(refused.status == 400)
      #expect(try refused.json["error"]?["message"] == "An account can have 2 children, including removed ones.")
      #expect(try await accept(code, server, as: anna).status == 400)
      // A current or former one does not count again.
      let again: JSON = ["id": .string("\(eva.id)"), "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      #expect(try await server.send("children.add", again, as: anna).status == 201)
      #expect(
        try await server.send("children.list", as: anna).decoded(SharedChildList.self).children.map(\.child.id)
          == [eva.id, second.id])
    }
  }
}
