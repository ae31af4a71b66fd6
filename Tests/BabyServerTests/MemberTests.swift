import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyServer

@Suite("People who share a child")
struct MemberTests {
  private struct Family {
    let server: TestServer
    let anna: Caller
    let bob: Caller
    let carol: Caller
    let eva: Child

    func place(_ member: Caller) -> [String: String] { ["child": "\(eva.id)", "user": "\(member.user.id)"] }

    func roles(as caller: Caller) async throws -> [String: Role] {
      let members = try await server.send("members.list", at: ["child": "\(eva.id)"], as: caller)
        .decoded(MemberList.self).members
      return Dictionary(members.map { ($0.user.name, $0.role) }) { first, _ in first }
    }

    func setRole(_ role: Role, of member: Caller, as caller: Caller) async throws -> Reply {
      try await server.send("members.update", at: place(member), ["role": .string(role.rawValue)], as: caller)
    }

    func remove(_ member: Caller, as caller: Caller) async throws -> Reply {
      try await server.send("members.remove", at: place(member), as: caller)
    }

    func transfer(to member: Caller, as caller: Caller) async throws -> Reply {
      try await server.send(
        "members.transfer", at: ["child": "\(eva.id)"], ["user": .string("\(member.user.id)")], as: caller)
    }
  }

  private func run(_ body: (Family) async throws -> Void) async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      server.pass(.minutes(1))
      let carol = try await server.join("Carol", eva, of: anna, as: .viewer)
      try await body(Family(server: server, anna: anna, bob: bob, carol: carol, eva: eva))
    }
  }

  @Test("an owner makes a caregiver a viewer, who can no longer log, and an owner, who can do all that she can")
  func roles() async throws {
    try await run { family in
      let reply = try await family.setRole(.viewer, of: family.bob, as: family.anna)
      let member = try reply.decoded(Member.self)
      #expect(member.role == .viewer && member.user.email == "bob@example.org")
      let sleep = family.server.sleep(family.eva, from: 4, to: 3)
      #expect(try await family.server.put(family.server.entry(2), sleep, as: family.bob).status == 403)
      #expect(try await family.server.changes(as: family.bob).children.map(\.role) == [.viewer])

      #expect(try await family.setRole(.owner, of: family.bob, as: family.anna).status == 200)
      #expect(try await family.roles(as: family.carol) == ["Anna": .owner, "Bob": .owner, "Carol": .viewer])
      #expect(try await family.setRole(.caregiver, of: family.carol, as: family.bob).status == 200)
      #expect(try await family.setRole(.caregiver, of: family.anna, as: family.bob).status == 200)
      #expect(try await family.setRole(.owner, of: family.anna, as: family.anna).status == 403)
    }
  }

  @Test("the last owner can neither leave nor be demoted, by anyone, and hands the child over first")
  func lastOwner() async throws {
    try await run { family in
      for reply in [
        try await family.remove(family.anna, as: family.anna),
        try await family.setRole(.caregiver, of: family.anna, as: family.anna),
      ] {
        #expect(reply.status == 409)
        #expect(try reply.json["error"]?["code"] == "last_owner")
      }
      #expect(try await family.transfer(to: family.anna, as: family.anna).status == 400)
      let list = try await family.transfer(to: family.bob, as: family.anna).decoded(MemberList.self)
      #expect(list.members.map(\.role) == [.owner, .caregiver, .viewer])
      #expect(list.members.map(\.user.name) == ["Bob", "Anna", "Carol"])
      // Who owns it no more sees what a caregiver sees.
      #expect(list.members.map(\.user.email) == ["", "anna@example.org", ""])
      #expect(try await family.transfer(to: family.anna, as: family.anna).status == 403)
      #expect(try await family.remove(family.anna, as: family.anna).status == 204)
      #expect(try await family.roles(as: family.bob) == ["Bob": .owner, "Carol": .viewer])
    }
  }

  @Test("a removed or leaving member is notified only of that; their entries stay with their name")
  func ended() async throws {
    try await run { family in
      try await family.server.put(
        family.server.entry(2), family.server.sleep(family.eva, from: 6, to: 5), as: family.bob)
      let before = try await family.server.changes(as: family.bob)
      #expect(before.ended == nil && before.children.count == 1)
      #expect(try await family.remove(family.bob, as: family.anna).status == 204)
      #expect(try await family.remove(family.carol, as: family.carol).status == 204)
      for caller in [family.bob, family.carol] {
        let after = try await family.server.changes(as: caller, since: before.position)
        #expect(after.children.isEmpty && after.entries.isEmpty && after.ended == [family.eva.id])
      }
      #expect(try await family.remove(family.bob, as: family.anna).status == 404)
      let kept = try await family.server.changes(as: family.anna).known
      #expect(kept.map(\.entry.author) == ["Anna", "Bob"])
      #expect(try await family.server.changes(as: family.anna).ended == nil)
    }
  }

  @Test(
    "a child that is removed for everybody has ended for no one, and all see who removed it until it is back")
  func removedChild() async throws {
    try await run { family in
      #expect(try await family.server.changes(as: family.bob).removed == nil)
      try await family.server.send("children.remove", at: ["child": "\(family.eva.id)"], as: family.anna)
      let after = try await family.server.changes(as: family.bob)
      #expect(after.children.isEmpty && after.ended == nil)
      #expect(after.removed == [RemovedChild(childID: family.eva.id, by: "Anna")])
      let again: JSON = [
        "id": .string("\(family.eva.id)"), "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin",
      ]
      try await family.server.send("children.add", again, as: family.anna)
      let back = try await family.server.changes(as: family.bob)
      #expect(back.children.map(\.child.id) == [family.eva.id] && back.removed == nil)
    }
  }

  @Test("a member who returns gets everything again, from whatever position", arguments: [Role.caregiver, .viewer])
  func rejoined(role: Role) async throws {
    try await run { family in
      let before = try await family.server.changes(as: family.bob)
      #expect(try await family.remove(family.bob, as: family.anna).status == 204)
      let without = try await family.server.changes(as: family.bob, since: before.position)
      let code = try await family.server.shareCode(family.eva, of: family.anna, as: role)
      try await family.server.send("shares.accept", ["code": .string(code)], as: family.bob)
      for since in [before.position, without.position] {
        let again = try await family.server.changes(as: family.bob, since: since)
        #expect(again.ended == nil && again.children.map(\.role) == [role])
        #expect(again.known.map(\.entry.id) == [family.server.entry(1)])
      }
    }
  }

  @Test("each change is in the next poll, whatever was cached before")
  func polled() async throws {
    try await run { family in
      for change in [
        { try await family.setRole(.viewer, of: family.bob, as: family.anna) },
        { try await family.setRole(.owner, of: family.bob, as: family.anna) },
        { try await family.transfer(to: family.bob, as: family.anna) },
        { try await family.remove(family.anna, as: family.bob) },
      ] as [() async throws -> Reply] {
        let polling = [family.anna, family.bob]
        var tags: [String] = []
        for caller in polling {
          let position = try await family.server.changes(as: caller).position
          let reply = try await family.server.send("changes.list", query: "?since=\(position)", as: caller)
          tags.append(try #require(reply.headers["etag"]))
          let headers = ["If-None-Match": tags[tags.count - 1]]
          for _ in 0..<2 {
            let unchanged = try await family.server.send(
              "changes.list", query: "?since=\(position)", as: caller, headers: headers)
            #expect(unchanged.status == 304)
          }
        }
        #expect(try await change().status < 300)
        for (caller, tag) in zip(polling, tags) {
          let position = try await family.server.changes(as: caller).position
          let reply = try await family.server.send(
            "changes.list", query: "?since=\(position)", as: caller, headers: ["If-None-Match": tag])
          #expect(reply.status == 200)
        }
      }
    }
  }

  @Test("no code that an owner knew lets them in again, and no code that they used")
  func codes() async throws {
    try await run { family in
      #expect(try await family.setRole(.owner, of: family.bob, as: family.anna).status == 200)
      let code = try await family.server.shareCode(family.eva, of: family.bob, as: .caregiver)
      // A caregiver knows none.
      #expect(try await family.remove(family.carol, as: family.anna).status == 204)
      let shares = try await family.server.send("shares.list", at: ["child": "\(family.eva.id)"], as: family.anna)
      #expect(try shares.decoded(OpenShares.self).shares.count == 1)
      #expect(try await family.remove(family.bob, as: family.anna).status == 204)
      #expect(try await family.server.send("shares.accept", ["code": .string(code)], as: family.bob).status == 404)

      let used = try await family.server.shareCode(family.eva, of: family.anna, as: .viewer)
      #expect(try await family.server.send("shares.accept", ["code": .string(used)], as: family.bob).status == 200)
      #expect(try await family.remove(family.bob, as: family.bob).status == 204)
      let again = try await family.server.send("shares.accept", ["code": .string(used)], as: family.bob)
      #expect(again.status == 404)
      let reason = "This code has been used, was withdrawn or has expired. Ask for a new one."
      #expect(try again.json["error"]?["message"]?.stringValue == reason)
    }
  }

  @Test("an owner sees when each of them was last active; others do not")
  func lastSeen() async throws {
    try await run { family in
      func seen(as caller: Caller) async throws -> [Instant?] {
        try await family.server.send("members.list", at: ["child": "\(family.eva.id)"], as: caller)
          .decoded(MemberList.self).members.map(\.lastSeenAt)
      }
      let now = family.server.now
      #expect(try await seen(as: family.anna) == [now - .minutes(1), now - .minutes(1), now])
      #expect(try await seen(as: family.bob) == [nil, nil, nil])
      #expect(try await seen(as: family.carol) == [nil, nil, nil])
      try await family.server.send("auth.logout", as: family.bob)
      #expect(try await seen(as: family.anna) == [now - .minutes(1), nil, now])
    }
  }

  @Test("an erased account leaves children with other owners, and takes its own along")
  func erased() async throws {
    try await run { family in
      let server = family.server
      #expect(try await family.setRole(.owner, of: family.bob, as: family.anna).status == 200)
      let own = try await server.send(
        "children.add", ["name": "Max", "born": "2026-09-01", "zone": "Europe/Berlin"], as: family.anna
      ).decoded(SharedChild.self).child
      let code = try await server.shareCode(own, of: family.anna, as: .viewer)
      try await server.send("shares.accept", ["code": .string(code)], as: family.bob)
      let store = try server.openStore()
      defer { try? store.close() }
      #expect(try await store.read { try $0.childrenOwnedAlone(by: family.anna.user.id).map(\.name) } == ["Max"])
      #expect(try await store.read { try $0.childrenOwnedAlone(by: family.carol.user.id) } == [])
      try await server.send("me.erase", TestServer.erasure, as: family.anna)
      let left = try await family.server.changes(as: family.bob)
      #expect(left.children.map(\.child.name) == ["Eva"] && left.ended == [own.id])
      #expect(left.known.map(\.entry.author) == ["Anna"])
      #expect(try await family.roles(as: family.bob) == ["Bob": .owner, "Carol": .viewer])
      try await server.send("me.erase", TestServer.erasure, as: family.bob)
      #expect(try await family.server.changes(as: family.carol).ended == [family.eva.id])
      // Who was once there is forgotten with their account.
      try await server.send("me.erase", TestServer.erasure, as: family.carol)
    }
  }
}
