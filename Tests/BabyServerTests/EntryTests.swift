import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Children and entries over HTTP")
struct EntryTests {
  @Test("a child is added, listed, changed and removed")
  func children() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let listed = try await server.send("children.list", as: anna).decoded(SharedChildList.self).children
      #expect(listed == [SharedChild(eva, role: .owner)])

      let place = ["child": "\(eva.id)"]
      let changed = try await server.send(
        "children.update", at: place, ["name": "Eva Maria", "sex": "female"], as: anna)
      #expect(try changed.decoded(SharedChild.self).child.name == "Eva Maria")
      let cleared = try await server.send("children.update", at: place, ["sex": nil], as: anna)
      #expect(try cleared.decoded(SharedChild.self).child.sex == nil)
      #expect(try await server.send("children.update", at: place, ["zone": "Moon/Base"], as: anna).status == 400)
      #expect(try await server.send("children.update", at: place, ["nmae": "Eva"], as: anna).status == 400)

      #expect(try await server.send("children.remove", at: place, as: anna).status == 204)
      #expect(try await server.send("children.remove", at: place, as: anna).status == 404)
      #expect(try await server.send("children.list", as: anna).decoded(SharedChildList.self).children.isEmpty)
    }
  }

  @Test("a child with an id of its own is added once")
  func sameChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let again: JSON = [
        "id": .string("\(eva.id)"), "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin",
      ]
      #expect(try await server.send("children.add", again, as: anna).decoded(SharedChild.self).child == eva)
      let bob = try await server.register("Bob")
      #expect(try await server.send("children.add", again, as: bob).status == 404)
    }
  }

  @Test("a removed child comes back when its owner adds it again, with all its entries for everybody")
  func restoredChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(anna))
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      try await server.send("children.remove", at: ["child": "\(eva.id)"], as: anna)
      // Whoever asks meanwhile is past the entry that they have never seen.
      try await server.put(server.entry(2), server.sleep(max, from: 2, to: 1), as: anna)
      _ = try await server.join("Carl", max, of: anna, as: .viewer)
      let meanwhile = try await server.send("changes.list", as: anna).decoded(ChangeList.self)
      #expect(meanwhile.known.map(\.entry.id) == [server.entry(2)])

      let again: JSON = [
        "id": .string("\(eva.id)"), "name": "Eva Maria", "born": "2026-09-01", "zone": "Europe/Berlin",
      ]
      #expect(try await server.send("children.add", again, as: bob).status == 404)
      let back = try await server.send("children.add", again, as: anna)
      #expect(back.status == 201)
      #expect(try back.decoded(SharedChild.self).child.createdAt == eva.createdAt)
      #expect(
        try await server.send("children.list", as: bob).decoded(SharedChildList.self).children.map(\.child.name)
          == ["Eva Maria"])
      let all = try await server.send("changes.list", query: "?since=\(meanwhile.position)", as: anna)
        .decoded(ChangeList.self)
      #expect(all.known.map(\.entry.id) == [server.entry(1)])
      #expect(all.children.count == 2)
    }
  }

  @Test("an entry bears its caregiver's name, whoever edits it later")
  func author() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let made = try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: bob)
      #expect(try made.decoded(EntryRecord.self).entry.author == "Bob")
      let edited = try await server.put(
        server.entry(1), server.sleep(eva, from: 3, to: 1), as: anna, ifMatch: made.headers["etag"])
      #expect(try edited.decoded(EntryRecord.self).entry.author == "Bob")
      #expect(edited.headers["etag"] != made.headers["etag"])
    }
  }

  @Test("every kind of entry comes back as it was put")
  func kinds() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let contents: [EntryContent] = [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)),
        .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces))), .feeding(Feeding(method: .pumping)),
        .diaper(.both), .sleep, .tummyTime, .note(.milestone),
        .feeding(
          Feeding(method: .breast, startedSide: .right, breasts: .both, left: .minutes(12), right: .seconds(200))),
      ]
      for (number, content) in contents.enumerated() {
        let start = server.now - .minutes(60 + number)
        let entry = Entry(
          id: server.entry(UInt64(number)), childID: eva.id, content: content, start: start,
          end: content.kind.declaration.longest != nil ? start + .minutes(20) : nil, note: "Ünï 😀 \"\\",
          createdAt: start,
          updatedAt: start)
        let reply = try await server.put(entry.id, JSON(parsing: EntryDraft(entry).encoded), as: anna)
        #expect(reply.status == 200)
        let found = try reply.decoded(EntryRecord.self).entry
        #expect(found.content == content)
        #expect((found.start, found.end, found.note) == (entry.start, entry.end, entry.note))
      }
      let list = try await server.send("entries.list", at: ["child": "\(eva.id)"], as: anna).decoded(EntryList.self)
      #expect(list.entries.map(\.entry.content) == contents)
    }
  }

  @Test("a list is narrowed by day, time, kind and text, and goes on from page to page")
  func lists() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for hours in 1...30 {
        let note = hours == 7 ? "restless" : nil
        try await server.put(
          server.entry(UInt64(hours)), server.sleep(eva, from: Double(hours) + 0.5, to: Double(hours), note: note),
          as: anna)
      }
      func count(_ query: String) async throws -> Int {
        try await server.send("entries.list", at: ["child": "\(eva.id)"], query: query, as: anna)
          .decoded(EntryList.self).entries.count
      }
      // Noon UTC is 13:00 in Berlin; what ended at midnight is the day before's.
      #expect(try await count("?day=2026-11-21") == 12)
      #expect(try await count("?from=2026-11-21T06:10:00Z&to=2026-11-21T09:00:00Z") == 3)
      #expect(try await count("?kind=sleep,note") == 30)
      #expect(try await count("?kind=diaper") == 0)
      #expect(try await count("?q=restless") == 1)

      var (pages, cursor): ([EntryID], String?) = ([], nil)
      repeat {
        let query = "?limit=7" + (cursor.map { "&cursor=\($0)" } ?? "")
        let page = try await server.send("entries.list", at: ["child": "\(eva.id)"], query: query, as: anna)
          .decoded(EntryList.self)
        pages += page.entries.map(\.entry.id)
        cursor = page.nextCursor
      } while cursor != nil
      #expect(pages == (1...30).map { server.entry($0) })

      for query in [
        "?limit=0", "?limit=x", "?kind=nap", "?day=today", "?cursor=x", "?form=a",
        "?day=2026-11-21&to=2026-11-21T09:00:00Z",
      ] {
        let reply = try await server.send("entries.list", at: ["child": "\(eva.id)"], query: query, as: anna)
        #expect(reply.status == 400, "\(query)")
      }
    }
  }

  @Test("what cannot be is refused with the field that is wrong")
  func validation() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func field(_ body: JSON) async throws -> JSON? {
        let reply = try await server.put(server.entry(1), body, as: anna)
        #expect(reply.status == 400)
        return try reply.json["error"]?["details"]?.arrayValue?.first?["field"]
      }
      #expect(try await field(server.sleep(eva, from: 1, to: 2)) == "end")
      #expect(try await field(server.sleep(eva, from: -1)) == "start")
      #expect(try await field(server.sleep(eva, from: 26, to: 1)) == "end")
      let start = JSON.string(server.now.utcText)
      let child = JSON.string("\(eva.id)")
      #expect(try await field(["childId": child, "kind": "diaper", "start": start]) == "type")
      #expect(try await field(["childId": child, "kind": "note", "start": start]) == "note")
      #expect(try await field(["childId": child, "kind": "Nap", "start": start]) == "kind")
      #expect(try await field(["childId": child, "kind": "sleep", "start": start, "author": ""]) == "author")
      #expect(try await field(["childId": child, "kind": "sleep", "start": start, "by": "Eve"]) == "by")
      #expect(
        try await field([
          "childId": child, "kind": "feeding", "method": "bottle", "amount": 501, "unit": "ml", "start": start,
        ]) == "amount")
    }
  }

  @Test("a list of long notes is cut where its bytes end, and goes on from there")
  func bytes() async throws {
    try await TestServer.run({ $0.limits.page = 5000 }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 1...6 {
        let note = String(repeating: "x", count: 1300)
        let hours = Double(number) + 0.5
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: hours, to: hours - 0.5, note: note), as: anna)
      }
      var (cursor, found): (String?, [EntryID]) = (nil, [])
      repeat {
        let reply = try await server.send(
          "entries.list", at: ["child": "\(eva.id)"], query: cursor.map { "?cursor=\($0)" } ?? "", as: anna)
        let page = try reply.decoded(EntryList.self)
        #expect(reply.body.count < 6000)
        #expect(page.entries.count == 2)
        found += page.entries.map(\.entry.id)
        cursor = page.nextCursor
      } while cursor != nil && found.count < 100
      #expect(found == (1...6).map { server.entry(UInt64($0)) })
    }
  }

  @Test("a second sleep is refused with the one that is running")
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

  @Test("a feed runs beside a sleep, and a second one is refused with the one that is running")
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

  @Test("of activities one of each name runs, whatever letters it is written in")
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

  @Test("the same put twice is one entry and no conflict with oneself")
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

  @Test("the key is looked at before the condition: a lost answer is given again, word for word")
  func idempotencyKey() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let made = try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let tag = made.headers["etag"]
      let edit = server.sleep(eva, from: 3, to: 1)
      let first = try await server.put(server.entry(1), edit, as: anna, key: "k1", ifMatch: tag)
      #expect(first.status == 200)
      // Somebody else changes it; the first answer was lost, and the call is sent again.
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

  @Test("an edit of what somebody else has changed is refused with how it is now")
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

  @Test("who only makes entries replaces none, whoever made the other one")
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
      // The same entry is no other one, and a lost answer is given again, whatever has become of the entry.
      #expect(try await make(server.sleep(eva, from: 2, to: 1)).body == made.body)
      try await server.put(server.entry(1), server.sleep(eva, from: 4, to: 1), as: anna)
      #expect(try await make(server.sleep(eva, from: 2, to: 1), key: "k1").body == made.body)
    }
  }

  @Test("a deleted entry leaves a tombstone; only who knows of it brings it back")
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

  @Test("an entry stays what it is and with its child")
  func fixedMembers() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(anna))
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let moved = try await server.put(server.entry(1), server.sleep(max, from: 2, to: 1), as: anna)
      #expect(try moved.json["error"]?["details"]?.arrayValue?.first?["field"] == "childId")
      let other: JSON = [
        "childId": .string("\(eva.id)"), "kind": "diaper", "type": "wet", "start": .string(server.now.utcText),
      ]
      #expect(try await server.put(server.entry(1), other, as: anna).status == 400)
    }
  }

  @Test("what is searched for has at most 200 bytes: each of them may cost a look at every note")
  func searchLimit() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let note = String(repeating: "a", count: 300)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1, note: note), as: anna)
      func search(_ count: Int) async throws -> Reply {
        let text = String(repeating: "a", count: count)
        return try await server.send("entries.list", at: ["child": "\(eva.id)"], query: "?q=\(text)", as: anna)
      }
      #expect(try await search(200).decoded(EntryList.self).entries.count == 1)
      let refused = try await search(201)
      #expect(refused.status == 400)
      #expect(try refused.json["error"]?["details"]?.arrayValue?.first?["field"] == "q")
    }
  }
}
