import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Conflicting entries over HTTP")
struct EntryConflictTests {
  @Test("a second sleep is refused with the running one")
  func secondSleep() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      try await server.put(server.entry(1), server.sleep(eva, from: 1), as: anna)
      let second = try await server.put(server.entry(2), server.sleep(eva, from: 0.5), as: bob)
      #expect(second.status == 409)
      #expect(try second.errorCode == "timer_running")
      #expect(try second.json["error"]?["entry"]?["id"] == .string("\(server.entry(1))"))
      // The running one can be stopped, and then another begins.
      try await server.put(server.entry(1), server.sleep(eva, from: 1, to: 0.5), as: bob)
      #expect(try await server.put(server.entry(2), server.sleep(eva, from: 0.5), as: bob).status == 200)
    }
  }

  @Test("a feed runs beside a sleep, and a second one is refused with the running one")
  func secondFeed() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func feed(_ number: UInt64, minutesAgo: Int) throws -> (EntryID, JSON) {
        let start = server.now - .minutes(minutesAgo)
        let entry = Entry(
          id: server.entry(number), childID: eva.id, content: .feeding(.running(.left, since: start)), start: start,
          createdAt: start, updatedAt: start)
        return (entry.id, try JSON(parsing: EntryDraft(entry).encoded))
      }
      try await server.put(server.entry(1), server.sleep(eva, from: 1), as: anna)
      let (first, body) = try feed(2, minutesAgo: 20)
      #expect(try await server.put(first, body, as: anna).json["running"] == true)
      let (second, other) = try feed(3, minutesAgo: 5)
      let refused = try await server.put(second, other, as: anna)
      #expect(try refused.status == 409 && refused.errorCode == "timer_running")
      #expect(try refused.json["error"]?["entry"]?["timedSide"] == "left")
      // A feed that happened at one moment has no end either, and runs not.
      let plain = Entry(
        id: second, childID: eva.id, content: .feeding(Feeding(method: .breast, startedSide: .left)),
        start: server.now - .minutes(5), createdAt: server.now, updatedAt: server.now)
      #expect(try await server.put(second, JSON(parsing: EntryDraft(plain).encoded), as: anna).status == 200)
    }
  }

  @Test("of activities one of each name runs, whatever its case")
  func secondActivity() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func start(_ name: String, _ number: UInt64) async throws -> Reply {
        let entry = Entry(
          id: server.entry(number), childID: eva.id, content: try .activity(name), start: server.now - .minutes(5),
          createdAt: server.now, updatedAt: server.now)
        return try await server.put(entry.id, JSON(parsing: EntryDraft(entry).encoded), as: anna)
      }
      #expect(try await start("bath", 1).json["running"] == true)
      #expect(try await start("walk", 2).status == 200)
      let refused = try await start("Bath", 3)
      #expect(try refused.status == 409 && refused.errorCode == "timer_running")
      #expect(try refused.json["error"]?["entry"]?["id"] == .string("\(server.entry(1))"))
    }
  }

  @Test("a repeated PUT is one entry and not a conflict with itself")
  func idempotent() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let body = server.sleep(eva, from: 2, to: 1)
      let first = try await server.put(server.entry(1), body, as: anna)
      server.pass(.minutes(1))
      let second = try await server.put(server.entry(1), body, as: anna)
      #expect(second.body == first.body)
      #expect(second.headers["etag"] == first.headers["etag"])
    }
  }

  @Test("the key is checked before the condition: a lost answer is repeated word for word")
  func idempotencyKey() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let made = try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let tag = made.headers["etag"]
      let edit = server.sleep(eva, from: 3, to: 1)
      let first = try await server.put(server.entry(1), edit, as: anna, key: "k1", ifMatch: tag)
      #expect(first.status == 200)
      // Another person changes it; the first answer was lost, and the call is sent again.
      let other = try await server.put(server.entry(1), server.sleep(eva, from: 4, to: 1), as: anna)
      let again = try await server.put(server.entry(1), edit, as: anna, key: "k1", ifMatch: tag)
      #expect(again.status == 200)
      #expect(again.body == first.body)
      #expect(again.headers["etag"] == first.headers["etag"])
      let list = try await server.send("entries.list", at: ["child": "\(eva.id)"], as: anna).decoded(EntryList.self)
      #expect(try list.entries == [other.decoded(EntryRecord.self)])

      let reused = try await server.put(server.entry(1), server.sleep(eva, from: 5, to: 1), as: anna, key: "k1")
      #expect(reused.status == 400)
      #expect(try await server.put(server.entry(1), edit, as: anna, key: "").status == 400)
    }
  }

  @Test("an edit of another person's change is refused with the current version")
  func ifMatch() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let made = try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      // In the same millisecond: the version counts on all the same.
      let changed = try await server.put(server.entry(1), server.sleep(eva, from: 3, to: 1), as: anna)
      let late = try await server.put(
        server.entry(1), server.sleep(eva, from: 4, to: 1), as: anna, ifMatch: made.headers["etag"])
      #expect(late.status == 412)
      #expect(try late.json["error"]?["entry"] == changed.json)
      let place = ["entry": "\(server.entry(1))"]
      let deletion = try await server.send(
        "entries.delete", at: place, as: anna, headers: ["If-Match": made.headers["etag"] ?? ""])
      #expect(deletion.status == 412)
      let absent = try await server.put(server.entry(9), server.sleep(eva, from: 4, to: 1), as: anna, ifMatch: "*")
      #expect(absent.status == 412)
      #expect(
        try await server.put(server.entry(1), server.sleep(eva, from: 4, to: 1), as: anna, ifMatch: "*").status == 200)
    }
  }

  @Test("a client that only creates entries never replaces another one")
  func ifNoneMatch() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func make(_ body: JSON, key: String? = nil) async throws -> Reply {
        var headers = ["If-None-Match": "*"]
        headers["Idempotency-Key"] = key
        return try await server.send(
          "entries.put", at: ["entry": "\(server.entry(1))"], body, as: anna, headers: headers)
      }
      let made = try await make(server.sleep(eva, from: 2, to: 1), key: "k1")
      #expect(made.status == 200)
      let other = try await make(server.sleep(eva, from: 3, to: 1))
      #expect(other.status == 412)
      #expect(try other.json["error"]?["entry"] == made.json)
      // The same entry is not another one, and a lost answer is repeated, whatever has happened to the entry.
      #expect(try await make(server.sleep(eva, from: 2, to: 1)).body == made.body)
      try await server.put(server.entry(1), server.sleep(eva, from: 4, to: 1), as: anna)
      #expect(try await make(server.sleep(eva, from: 2, to: 1), key: "k1").body == made.body)
    }
  }

  @Test("a deleted entry leaves a tombstone; only a client that knows it can restore it")
  func deletion() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let (id, body) = (server.entry(1), server.sleep(eva, from: 2, to: 1))
      try await server.put(id, body, as: anna)
      let deleted = try await server.send("entries.delete", at: ["entry": "\(id)"], as: anna)
      #expect(try deleted.decoded(EntryRecord.self).entry.deletedAt != nil)
      #expect(try await server.send("entries.delete", at: ["entry": "\(id)"], as: anna).body == deleted.body)
      #expect(
        try await server.send("entries.list", at: ["child": "\(eva.id)"], as: anna).decoded(EntryList.self).entries
          .isEmpty)
      let blind = try await server.put(id, body, as: anna)
      #expect(blind.status == 409)
      #expect(try blind.errorCode == "entry_deleted")
      #expect(try blind.json["error"]?["entry"] == deleted.json)
      let restored = try await server.put(id, body, as: anna, ifMatch: deleted.headers["etag"])
      #expect(try restored.decoded(EntryRecord.self).entry.deletedAt == nil)
      #expect(try await server.send("entries.delete", at: ["entry": "\(server.entry(2))"], as: anna).status == 404)
    }
  }
}
