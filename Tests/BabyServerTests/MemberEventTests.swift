import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyServer

@Suite("Membership events and authors of changes")
struct MemberEventTests {
  /// Anna owns Eva; nobody else is there.
  private func run(_ body: (TestServer, Caller, Child) async throws -> Void) async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      try await body(server, anna, server.addEva(anna))
    }
  }

  private func words(_ list: ChangeList) -> [String] {
    (list.memberEvents ?? []).map { event in
      [event.action.rawValue, event.name, event.role?.rawValue, event.by.map { "by \($0)" }].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  private func place(_ child: Child, _ member: Caller) -> [String: String] {
    ["child": "\(child.id)", "user": "\(member.user.id)"]
  }

  @Test("all members see who joined, left or got another role, by whom and when, and others do not")
  func told() async throws {
    try await run { server, anna, eva in
      let stranger = try await server.register("Mallory")
      #expect(try await server.changes(as: anna).memberEvents == nil)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let before = try await server.changes(as: anna)
      #expect(words(before) == ["joined Bob caregiver"])
      #expect(before.memberEvents?.map(\.at) == [server.now])
      server.pass(.minutes(5))
      let carol = try await server.join("Carol", eva, of: anna, as: .viewer)
      try await server.send("members.update", at: place(eva, bob), ["role": "owner"], as: anna)
      try await server.send("members.update", at: place(eva, anna), ["role": "caregiver"], as: bob)
      try await server.send("members.remove", at: place(eva, anna), as: anna)
      let all = ["joined Carol viewer", "role Bob owner by Anna", "role Anna caregiver by Bob", "left Anna"]
      // Who came later is not told of what was before; a viewer hears names, as everybody does.
      #expect(try await words(server.changes(as: carol)) == all)
      #expect(try await words(server.changes(as: bob)) == ["joined Bob caregiver"] + all)
      #expect(try await server.changes(as: anna).memberEvents == nil)
      #expect(try await server.changes(as: stranger).memberEvents == nil)
      try await server.send(
        "members.transfer", at: ["child": "\(eva.id)"], ["user": .string("\(carol.user.id)")], as: bob)
      try await server.send("members.remove", at: place(eva, bob), as: carol)
      // In whichever order, both roles of a transfer.
      #expect(
        try await Set(words(server.changes(as: carol)).suffix(3)) == [
          "role Bob caregiver", "role Carol owner by Bob", "removed Bob by Carol",
        ])
      #expect(
        try await server.send("changes.list", as: carol).json["memberEvents"]?.text.contains("example.org") == false)
    }
  }

  @Test("once a client has later entries, it is not repeated; with many pages it comes once, in its place")
  func positions() async throws {
    try await run { server, anna, eva in
      try await server.put(server.entry(1), server.sleep(eva, from: 9, to: 8), as: anna)
      _ = try await server.join("Bob", eva, of: anna, as: .viewer)
      for number in 2...4 {
        let hours = Double(number)
        try await server.put(server.entry(UInt64(number)), server.sleep(eva, from: hours, to: hours - 0.5), as: anna)
      }
      _ = try await server.join("Carol", eva, of: anna, as: .viewer)
      var (since, told): (String?, [[String]]) = (nil, [])
      while true {
        let page = try await server.changes(as: anna, since: since, limit: 2)
        told.append(words(page))
        since = page.position
        if !page.hasMore { break }
      }
      #expect(told == [["joined Bob viewer"], ["joined Carol viewer"]])
      // Not after the last entry yet: a repeated poll gets it again, and knows it.
      #expect(try await words(server.changes(as: anna, since: since)) == ["joined Carol viewer"])
      try await server.put(server.entry(5), server.sleep(eva, from: 1, to: 0.5), as: anna)
      let last = try await server.changes(as: anna, since: since)
      #expect(words(last) == ["joined Carol viewer"])
      #expect(try await server.changes(as: anna, since: last.position).memberEvents == nil)
    }
  }

  @Test("they are kept for 90 days and a hundred of each child, and ended shares of an account likewise")
  func bounded() async throws {
    try await run { server, anna, eva in
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      for number in 0..<110 {
        let role: JSON = number.isMultiple(of: 2) ? "viewer" : "caregiver"
        try await server.send("members.update", at: place(eva, bob), ["role": role], as: anna)
      }
      let kept = try await server.changes(as: anna).memberEvents ?? []
      #expect(kept.count == MemberEvent.mostOfChild)
      #expect(kept.last?.role == .caregiver)
      try await server.send("members.remove", at: place(eva, bob), as: anna)
      let store = try server.openStore()
      defer { try? store.close() }
      for (time, isKept) in [(Duration.hours(89 * 24), true), (.hours(2 * 24), false)] {
        server.pass(time)
        try await store.write(at: server.now) { try $0.prune() }
        // Sessions end sooner.
        try await store.read { reader in
          #expect(try reader.endedMemberships(of: bob.user.id) == (isKept ? [eva.id] : []))
          let events = try reader.memberEvents(
            in: reader.memberships(of: anna.user.id), since: .beginning, upTo: nil)
          #expect(events.isEmpty == !isKept)
        }
      }
    }
  }

  @Test(
    "an entry names who last changed, deleted or restored it, as far as the server knows", arguments: [false, true])
  func changedBy(isRelayed: Bool) async throws {
    try await run { server, anna, eva in
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let id = server.entry(1)
      func body(_ note: String, _ extra: [(String, JSON)] = []) -> JSON {
        var members: [(String, JSON)] = [
          ("childId", .string("\(eva.id)")), ("kind", isRelayed ? "bath" : "diaper"),
          ("start", .string((server.now - .hours(1)).utcText)), ("note", .string(note)),
        ]
        if !isRelayed { members.append(("type", "wet")) }
        return .object(JSONObject(members + extra))
      }
      func told() async throws -> JSON? {
        try await server.send("changes.list", as: anna).json["entries"]?.arrayValue?.first?["changedBy"]
      }
      var reply = try await server.put(id, body("one"), as: anna)
      #expect(try reply.json["changedBy"] == nil)
      reply = try await server.put(id, body("two"), as: bob, ifMatch: reply.headers["etag"])
      #expect(try reply.json["changedBy"] == "Bob" && reply.json["author"] == "Anna")
      #expect(try await told() == "Bob")
      // What is so already changes nothing.
      reply = try await server.put(id, body("two"), as: anna, ifMatch: reply.headers["etag"])
      #expect(try reply.json["changedBy"] == "Bob")
      // Anna can claim another author only under her own name. Of a kind that only newer programs know it counts as the
      // kind's own member, which some clients send back, and is ignored.
      reply = try await server.put(
        id, body("three", [("changedBy", "Carol")]), as: anna, ifMatch: reply.headers["etag"])
      #expect(try reply.json["changedBy"] == .string(isRelayed ? "Anna" : "Carol, imported by Anna"))
      reply = try await server.send(
        "entries.delete", at: ["entry": "\(id)"], as: anna, headers: ["If-Match": reply.headers["etag"] ?? ""])
      #expect(try reply.json["changedBy"] == "Anna" && reply.json["deletedAt"] != nil)
      reply = try await server.put(id, body("four"), as: bob, ifMatch: reply.headers["etag"])
      #expect(try reply.json["changedBy"] == "Bob" && reply.json["deletedAt"] == nil)
      #expect(try await told() == "Bob")
    }
  }

  @Test("a changed name is sent to the account's machines, and to no others")
  func name() async throws {
    try await run { server, anna, eva in
      let bob = try await server.join("Bob", eva, of: anna, as: .viewer)
      func poll(_ caller: Caller, _ tag: String?) async throws -> Reply {
        try await server.send("changes.list", as: caller, headers: tag.map { ["If-None-Match": $0] } ?? [:])
      }
      let first = try await poll(anna, nil)
      #expect(try first.decoded(ChangeList.self).user == anna.user)
      let (tag, bobs) = (first.headers["etag"], try await poll(bob, nil).headers["etag"])
      #expect(try await poll(anna, tag).status == 304)
      try await server.send("me.update", ["name": "Anna Maria"], as: anna)
      let news = try await poll(anna, tag)
      #expect(try news.decoded(ChangeList.self).user?.name == "Anna Maria")
      #expect(try await poll(anna, news.headers["etag"]).status == 304)
      #expect(try await poll(bob, bobs).status == 304)
    }
  }
}
