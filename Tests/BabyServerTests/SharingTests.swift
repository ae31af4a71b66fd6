import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@Suite("Sharing a child")
struct SharingTests {
  private func accept(_ code: String, _ server: TestServer, as caller: Caller) async throws -> Reply {
    try await server.send("shares.accept", ["code": .string(code)], as: caller)
  }

  @Test("a code lets one person in, once; sent again by the same person it is answered alike")
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
        try await server.send("shares.list", at: ["child": "\(eva.id)"], as: anna).decoded(ShareList.self).shares == [])
      let another = try await server.shareCode(eva, of: anna, as: .viewer)
      server.pass(.hours(7 * 24) - .milliseconds(1))
      #expect(try await accept(another, server, as: bob).status == 200)
    }
  }

  @Test("a share is listed without its code until it is used or taken back")
  func revoked() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.register("Bob")
      let code = try await server.shareCode(eva, of: anna, as: .caregiver)
      let list = try await server.send("shares.list", at: ["child": "\(eva.id)"], as: anna)
      let share = try #require(try list.decoded(ShareList.self).shares.first)
      #expect(!String(decoding: list.body, as: UTF8.self).contains(code))
      let place = ["child": "\(eva.id)", "share": "\(share.id)"]
      #expect(try await server.send("shares.revoke", at: place, as: anna).status == 204)
      #expect(try await server.send("shares.revoke", at: place, as: anna).status == 404)
      #expect(try await accept(code, server, as: bob).status == 404)
    }
  }

  @Test("whoever shares the child already uses up no code")
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

  @Test("nobody is made an owner, and a removed child is shared no more")
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
      #expect(try await accept("guessed", server, as: bob).status == 404)
    }
  }
}
