import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import TestSupport
import Testing

@testable import BabyAccount

@Suite("A newer client's kind, through an older server to an older daemon")
struct NewerKindTests {
  private let id = EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0001)

  /// As a newer client of Anna's asks the server.
  private func put(_ body: JSON, at family: Family, ifMatch version: JSON? = nil) async throws -> JSON {
    let draft = try SharedEntryDraft(json: body)
    return try await answer(.init(Operations.entriesPut, at: .entry(id), sending: draft), at: family, ifMatch: version)
  }

  private func delete(at family: Family, ifMatch version: JSON) async throws -> JSON {
    try await answer(.init(Operations.entriesDelete, at: .entry(id)), at: family, ifMatch: version)
  }

  private func answer(
    _ call: HTTPUpstream.Call<SharedEntryRecord>, at family: Family, ifMatch version: JSON?
  ) async throws -> JSON {
    var call = call
    if let version = version?["updatedAt"]?.stringValue { call.headers = [("If-Match", "\"\(version)\"")] }
    return try await family.server.perform(call).json()
  }

  private func bath(_ family: Family, _ own: [(String, JSON)]) -> JSON {
    .object(
      JSONObject(
        [
          ("childId", .string("\(family.eva.id)")), ("kind", "bath"),
          ("start", .string((Family.noon - .hours(1)).utcText)), ("note", "She laughed"),
        ] + own))
  }

  private func kept(on machine: SyncedMachine) async throws -> [JSON] {
    try await machine.engine.store.read { try $0.unknownEntries() }.map { try JSON(parsing: $0.json.utf8) }
  }

  private func notices(on machine: SyncedMachine) async throws -> [String] {
    try await machine.engine.store.read { try $0.inbox(limit: 10) }.map(\.text)
  }

  @Test("is kept with its whole content, through edits, deletion and restoring, and announced once")
  func wholeLife() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let own: [(String, JSON)] = [("celsius", .number(37.5)), ("toys", ["duck", ["color": "yellow"]])]
        let made = try await put(bath(family, own), at: family)
        #expect(own.allSatisfy { made[$0.0] == $0.1 })
        await machine.refresh()
        #expect(try await kept(on: machine) == [made])
        #expect(try await notices(on: machine) == ["From a newer version: bath"])

        let edited = try await put(bath(family, [("celsius", 36), ("bubbles", true)]), at: family, ifMatch: made)
        await machine.refresh()
        #expect(try await kept(on: machine) == [edited])

        // The server keeps nothing of a tombstone's note; the machine does, as of any entry.
        let gone = try await delete(at: family, ifMatch: edited)
        #expect(gone["note"] == nil)
        await machine.refresh()
        let tombstone = try #require(try await kept(on: machine).first)
        #expect(tombstone["deletedAt"] == gone["deletedAt"] && tombstone["celsius"] == 36)
        #expect(tombstone["note"] == "She laughed")

        let back = try await put(bath(family, own), at: family, ifMatch: gone)
        await machine.refresh()
        #expect(try await kept(on: machine) == [back])
        #expect(try await notices(on: machine).count == 1)
      }
    }
  }

  @Test(
    "a text that violates the limits is stored unchanged, and is not an entry: it could not be read back",
    arguments: [
      ("Tylenol", true), (String(repeating: "x", count: 30_000), false), ("Ty\u{1}lenol", false), (" ", false),
    ])
  func texts(name: String, isEntry: Bool) throws {
    let start = (Family.noon - .hours(1)).utcText
    let frame: [(String, JSON)] = [
      ("id", .string("\(id)")), ("childId", .string("\(id)")), ("kind", "medicine"), ("name", .string(name)),
    ]
    let times = ["start", "startLocal", "createdAt", "updatedAt"].map { ($0, JSON.string(start)) }
    let json = JSON.object(JSONObject(frame + times)).text
    #expect((Entry(kept: UnknownEntry(id: id, word: "medicine", json: json)) != nil) == isEntry)
  }

  @Test("a trial kind's fields reach two machines unchanged, through the server's table")
  func trialKind() async throws {
    let fields = TestOnlyKind.Fields([.quantity(99.5, unit: 1), .choice(0)])
    try await Family.run { family in
      let frame: [(String, JSON)] = [
        ("childId", .string("\(family.eva.id)")), ("kind", .string(TestOnlyKind.warmth.word)),
        ("start", .string((Family.noon - .hours(1)).utcText)),
      ]
      let own = try JSON(parsing: fields.encoded).objectValue?.members.map { ($0.name, $0.value) } ?? []
      let made = try await put(.object(JSONObject(frame + own)), at: family)
      #expect(try TestOnlyKind.Fields(json: made) == fields)
      try await SyncedMachine.run(at: family) { anna in
        try await SyncedMachine.run(at: family) { tablet in
          for machine in [anna, tablet] {
            await machine.refresh()
            let found = try #require(try await kept(on: machine).first)
            #expect(try TestOnlyKind.Fields(json: found) == fields)
          }
        }
      }
    }
  }

  @Test("one that the server has lost is sent to it again, once, regardless of its author; a tombstone is not")
  func lost() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        // What the machine keeps and the server does not have is what the server has lost.
        let ids = IDGenerator()
        let kept: [EntryID] = (0..<3).map { _ in ids.next(at: Family.noon) }
        try await machine.engine.store.write(WriteContext(uid: 0, client: "test", at: Family.noon)) { transaction in
          for (number, id) in kept.enumerated() {
            let start = (Family.noon - .hours(2)).utcText
            let end = number == 2 ? ",\"deletedAt\":\"\(start)\"" : ""
            let json =
              "{\"id\":\"\(id)\",\"childId\":\"\(family.eva.id)\",\"kind\":\"bath\",\"start\":\"\(start)\","
              + "\"startLocal\":\"\(start)\",\"author\":\"Ben\",\"note\":\"She laughed\",\"toys\":[\"duck\"],"
              + "\"createdAt\":\"\(start)\",\"updatedAt\":\"\(start)\"\(end)}"
            _ = try transaction.keep(UnknownEntry(id: id, word: "bath", json: json))
          }
        }
        try await machine.engine.resync()
        await machine.refresh()
        await machine.refresh()
        let found = try await family.everything().unknown
        #expect(Set(found.map(\.id)) == Set(kept.prefix(2)))
        for entry in found {
          let json = try JSON(parsing: entry.json.utf8)
          #expect(
            json["author"] == "Ben, imported by Anna" && json["note"] == "She laughed" && json["toys"] == ["duck"])
        }
        #expect(try await machine.engine.nextLostEntry() == nil)
        // As the server has them, so that nothing is sent once more.
        let own = try await self.kept(on: machine).filter { $0["deletedAt"] == nil }.map(\.text)
        #expect(Set(own) == Set(found.map(\.json)))
        let seq = try await family.everything().position
        try await machine.engine.resync()
        await machine.refresh()
        #expect(try await family.everything().position == seq)
      }
    }
  }

  @Test("one that was deleted before the daemon's first poll is kept, and not news")
  func deletedBefore() async throws {
    try await Family.run { family in
      let made = try await put(bath(family, []), at: family)
      let gone = try await delete(at: family, ifMatch: made)
      try await SyncedMachine.run(at: family) { machine in
        await machine.refresh()
        let (found, news) = (try await kept(on: machine), try await notices(on: machine))
        #expect(found == [gone])
        #expect(news == [])
      }
    }
  }

  @Test("a late page does not replace it by an earlier version")
  func latePage() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let made = try await put(bath(family, [("celsius", 37)]), at: family)
        let early = try await family.everything()
        let edited = try await put(bath(family, [("celsius", 36)]), at: family, ifMatch: made)
        await machine.refresh()
        _ = try await machine.engine.merge(early, tag: nil, me: nil)
        #expect(try await kept(on: machine) == [edited])
      }
    }
  }
}
