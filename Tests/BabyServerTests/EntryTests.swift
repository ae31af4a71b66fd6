import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Entries over HTTP")
struct EntryTests {
  @Test("an entry keeps its author's name after edits by others")
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

  @Test("every kind of entry is read back as it was put")
  func kinds() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let contents: [EntryContent] = [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)),
        .feeding(Feeding(method: .bottle, amount: Volume(4, .ounces), content: .otherMilk)),
        .feeding(Feeding(method: .pumping)),
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

  @Test("a list is narrowed by day, time, kind and text, and continues from page to page")
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

  @Test("impossible values are refused with the wrong field")
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

  @Test("a list of long notes is cut at its size limit, and continues from there")
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

  @Test("an entry keeps its kind and its child")
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

  @Test("a search text has at most 200 bytes: each of them may cost a scan of every note")
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
