import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Synchronization
import Testing

@testable import BabyServer

@Suite("A kind that only newer clients know")
struct RelayTests {
  /// As a newer client writes a bath.
  private func bath(_ child: Child, _ server: TestServer, hours: Int = 2, with own: [(String, JSON)]) -> JSON {
    .object(
      JSONObject(
        [
          ("childId", .string("\(child.id)")), ("kind", "bath"),
          ("start", .string((server.now - .hours(hours)).utcText)),
          ("end", .string((server.now - .hours(hours) + .minutes(20)).utcText)), ("note", "She laughed"),
        ] + own))
  }

  private static let own: [(String, JSON)] = [
    ("celsius", .number(37.5)), ("toys", ["duck", ["color": "yellow"]]), ("bubbles", true),
  ]

  private func holds(_ record: JSON, _ own: [(String, JSON)]) -> Bool { own.allSatisfy { record[$0.0] == $0.1 } }

  @Test("is stored and sent to everybody with all its data: created, edited, deleted and restored")
  func wholeLife() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let id = server.entry(1)
      func told() async throws -> [JSON] {
        try await server.send("changes.list", as: bob).json["entries"]?.arrayValue ?? []
      }

      let made = try await server.put(id, bath(eva, server, with: Self.own), as: anna)
      #expect(made.status == 200)
      #expect(try holds(made.json, Self.own))
      #expect(try await told() == [made.json])
      #expect(try made.json["author"] == "Anna")
      #expect(try made.json["startLocal"] == "2026-11-21T11:00:00.000+01:00")

      let edit: [(String, JSON)] = [("celsius", 36), ("bubbles", false)]
      let edited = try await server.put(
        id, bath(eva, server, hours: 3, with: edit), as: bob, ifMatch: made.headers["etag"])
      #expect(try holds(edited.json, edit) && edited.json["toys"] == nil && edited.json["author"] == "Anna")
      #expect(try await told() == [edited.json])

      // A client that does not know of the edit.
      let late = try await server.put(id, bath(eva, server, with: Self.own), as: anna, ifMatch: made.headers["etag"])
      #expect(late.status == 412)
      #expect(try late.json["error"]?["entry"] == edited.json)

      let gone = try await server.send(
        "entries.delete", at: ["entry": "\(id)"], as: anna, headers: ["If-Match": edited.headers["etag"] ?? ""])
      #expect(try holds(gone.json, edit) && gone.json["deletedAt"] != nil && gone.json["note"] == nil)
      #expect(try await told() == [gone.json])
      #expect(try await server.put(id, bath(eva, server, with: edit), as: anna).status == 409)

      let back = try await server.put(id, bath(eva, server, with: edit), as: anna, ifMatch: gone.headers["etag"])
      #expect(try back.json["deletedAt"] == nil && back.json["note"] == "She laughed")
      #expect(try await told() == [back.json])
    }
  }

  @Test("comes in the order of all changes, page by page, each once")
  func order() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 1...6 {
        let body = number % 2 == 0 ? bath(eva, server, with: []) : server.sleep(eva, from: 9, to: 8)
        try await server.put(server.entry(UInt64(number)), body, as: anna)
      }
      var found: [JSON?] = []
      var query = "?limit=2"
      while true {
        let page = try await server.send("changes.list", query: query, as: anna).json
        found += (page["entries"]?.arrayValue ?? []).map { $0["id"] }
        guard page["hasMore"] == true, let position = page["position"]?.stringValue else { break }
        query = "?limit=2&since=\(position)"
      }
      #expect(found == (1...UInt64(6)).map { .string("\(server.entry($0))") })
    }
  }

  @Test("has to follow the rules of every kind, and its size limit")
  func limits() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func refused(_ body: JSON) async throws -> String? {
        let reply = try await server.put(server.entry(1), body, as: anna)
        #expect(reply.status == 400)
        return try reply.json["error"]?["details"]?.arrayValue?.first?["field"]?.stringValue
      }
      #expect(try await refused(bath(eva, server, hours: -2, with: [])) == "start")
      #expect(try await refused(bath(eva, server, with: [("createdAt", "2026-11-21T10:00:00.000Z")])) == "createdAt")
      #expect(try await refused(bath(eva, server, with: [("id", "x")])) == "id")
      let long = JSON.string(String(repeating: "x", count: RelayedEntry.mostContent))
      #expect(try await refused(bath(eva, server, with: [("story", long)])) == "body")
      for word in ["", "Bath", "a bath", "bäth", "b" + String(repeating: "a", count: 40)] {
        var body = bath(eva, server, with: []).objectValue ?? JSONObject()
        for index in body.members.indices where body.members[index].name == "kind" {
          body.members[index].value = .string(word)
        }
        #expect(try await refused(.object(body)) == "kind")
      }
      #expect(try await server.send("changes.list", as: anna).json["entries"] == [])
    }
  }

  @Test("keeps its kind and its child")
  func kindAndRoles() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let viewer = try await server.join("Vera", eva, of: anna, as: .viewer)
      let stranger = try await server.register("Mallory")
      let id = server.entry(1)
      let made = try await server.put(id, bath(eva, server, with: Self.own), as: anna)
      let tag = made.headers["etag"]
      #expect(try await server.put(id, server.sleep(eva, from: 2, to: 1), as: anna, ifMatch: tag).status == 400)
      for (caller, status) in [(viewer, 403), (stranger, 404)] {
        #expect(try await server.put(id, bath(eva, server, with: []), as: caller, ifMatch: tag).status == status)
        #expect(try await server.send("entries.delete", at: ["entry": "\(id)"], as: caller).status == status)
      }
      #expect(try await server.send("changes.list", as: stranger).json["entries"] == [])
      #expect(try await server.send("changes.list", as: viewer).json["entries"] == [made.json])
      // Erased with its child.
      #expect(try await server.send("me.erase", TestServer.erasure, as: anna).status == 200)
      #expect(try await server.openStore().read { try $0.entry(id) } == nil)
    }
  }

  @Test("becomes an ordinary entry when the server knows it, and keeps its place")
  func upgrade() async throws {
    let entry = EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0007)
    let account = Mutex<(Caller, String)?>(nil)
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      // As a server that knew no diapers has left it.
      let store = try server.openStore()
      _ = try await store.write(at: server.now) { writer in
        try writer.put(
          .relayed(
            RelayedEntry(
              id: entry, childID: eva.id, kind: "diaper", start: TestServer.noon, note: "once",
              content: "{\"type\":\"wet\"}", author: "Anna", createdAt: TestServer.noon, updatedAt: TestServer.noon)))
      }
      try store.close()
      let position = try await server.send("changes.list", as: anna).json["position"]?.stringValue ?? ""
      account.withLock { $0 = (anna, position) }
    } afterRestart: { server in
      let (anna, position) = try #require(account.withLock { $0 })
      let list = try await server.changes(as: anna)
      #expect(list.known.map(\.entry.content) == [.diaper(.wet)])
      #expect(list.known.map(\.entry.note) == ["once"])
      // Nothing has changed for a client that already has it.
      let news = try await server.send("changes.list", query: "?since=\(position)", as: anna)
      #expect(try news.decoded(ChangeList.self).entries == [])
    }
  }

  @Test("running activities are converted, one of each name; a second waits until the first has ended")
  func activities() async throws {
    let account = Mutex<Caller?>(nil)
    @Sendable func id(_ number: UInt64) -> EntryID {
      EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 + number)
    }
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      // As a server that knew no activities has left them.
      let store = try server.openStore()
      _ = try await store.write(at: server.now) { writer in
        for (number, name) in [(UInt64(1), "bath"), (2, "walk"), (3, "Bath")] {
          try writer.put(
            .relayed(
              RelayedEntry(
                id: id(number), childID: eva.id, kind: "activity", start: TestServer.noon,
                content: "{\"name\":\"\(name)\"}", author: "Anna", createdAt: TestServer.noon,
                updatedAt: TestServer.noon)))
        }
      }
      try store.close()
      account.withLock { $0 = anna }
    } afterRestart: { server in
      let anna = try #require(account.withLock { $0 })
      let entries = try await server.send("changes.list", as: anna).json["entries"]?.arrayValue ?? []
      #expect(Set(entries.compactMap { $0["id"]?.stringValue }) == Set((UInt64(1)...3).map { "\(id($0))" }))
      let store = try server.openStore()
      let kept = try await store.read { book in
        try (UInt64(1)...3).map {
          if case .known(let entry)? = try book.entry(id($0)) { entry.isRunning } else { false }
        }
      }
      #expect(kept == [true, true, false])
      try store.close()
    }
  }
}
