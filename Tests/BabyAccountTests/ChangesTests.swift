import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("Polling for changes")
struct ChangesTests {
  @Test("continues from page to page, and costs next to nothing without changes")
  func pages() async throws {
    try await Family.run { family in
      let server = try family.server
      var sent: [Entry] = []
      for hour in 1...3 {
        let write = PendingWrite(family.sleep(from: 2 * hour, to: 2 * hour - 1), key: "\(hour)")
        sent.append(try #require(await server.send(write).accepted))
      }
      let first = try #require(try await server.changes(after: nil, knowing: nil, limit: 2).found)
      #expect(first.page.entries == Array(sent[..<2]))
      #expect(first.page.hasMore)
      #expect(first.page.children.map(\.child.name) == ["Eva"])
      #expect(first.page.children.map(\.role) == [.owner])
      let second = try #require(
        try await server.changes(after: first.page.position, knowing: first.tag, limit: 2).found)
      #expect(second.page.entries == [sent[2]])
      #expect(!second.page.hasMore)
      #expect(try await server.changes(after: second.page.position, knowing: second.tag, limit: 2) == .unchanged)

      let last = try #require(await server.send(PendingWrite(family.sleep(from: 9, to: 8), key: "last")).accepted)
      let third = try #require(
        try await server.changes(after: second.page.position, knowing: second.tag, limit: 2).found)
      #expect(third.page.entries == [last])
    }
  }

  @Test("accepts no \"not modified\" without a tag")
  func notModified() async throws {
    try await Family.run { family in
      family.proxy.fail([.status(304)])
      await #expect(throws: UpstreamError.unavailable(.badAnswer("a redirect, which is never followed"))) {
        try await family.server.changes(after: nil, knowing: nil, limit: 10)
      }
    }
  }

  @Test("starts over with a server that does not know the position")
  func positionUnknown() async throws {
    try await Family.run { family in
      let foreign = "01930000-0000-7000-8000-000000000000:7"
      let server = try family.server
      #expect(try await server.changes(after: foreign, knowing: nil, limit: 10) == .positionUnknown)
    }
  }

  @Test("keeps a newer server's unknown data, and reads the rest")
  func newerServer() async throws {
    try await Family.run { family in
      let server = try family.server
      let sleep = try #require(await server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted)
      let bath = """
        {"id":"01930000-0000-7000-8000-000000000001","childId":"\(family.eva.id)","kind":"bath","bubbles":2.5}
        """
      let feed = """
        {"id":"01930000-0000-7000-8000-000000000002","childId":"\(family.eva.id)","kind":"feeding","method":"cup",\
        "start":"2026-11-21T11:00:00Z","startLocal":"2026-11-21T12:00:00+01:00","createdAt":"2026-11-21T11:00:00Z",\
        "updatedAt":"2026-11-21T11:00:00Z"}
        """
      var backwards = sleep
      backwards.id = EntryID(high: 1, low: 1)
      backwards.end = sleep.start - .hours(1)
      let endless = String(decoding: EntryRecord(backwards, startLocal: "", endLocal: nil).encoded, as: UTF8.self)
      let known = String(decoding: EntryRecord(sleep, startLocal: "", endLocal: nil).encoded, as: UTF8.self)
      let joined = MemberEvent(childID: family.eva.id, at: sleep.start, action: .joined, name: "Ben", role: .viewer)
      var nameless = joined
      nameless.name = String(repeating: "x", count: 1000)
      let events = try [joined, nameless].map { try $0.json.text }.joined(separator: ",")
      var child = try SharedChild(family.eva, role: .owner).json.text
      child = child.replacing("\"owner\"", with: "\"grandparent\"").replacing("{", with: "{\"sex\":\"unknown\",")
      let body = """
        {"position":"p","hasMore":false,"children":[\(child)],"entries":[\(bath),\(known),\(feed),\(endless)],"weather":"fine",\
        "user":{"id":"x"},"memberEvents":[\(events),{"action":"crowned"},7]}
        """
      family.proxy.fail([.body(body)])
      let found = try #require(try await server.changes(after: nil, knowing: nil, limit: 10).found)
      #expect(found.page.entries == [sleep])
      #expect(found.page.unknown.map(\.word) == ["bath", "cup", backwards.end?.utcText])
      #expect(found.page.unknown.first?.json == bath)
      #expect(found.page.unknown.allSatisfy { Entry(kept: $0) == nil })
      #expect(Entry(kept: UnknownEntry(id: sleep.id, word: "", json: known)) == sleep)
      #expect(found.page.children.map(\.role) == [.viewer])
      #expect(found.page.memberEvents == [joined] && found.page.user == nil)
      #expect(found.page.children.map(\.child.sex) == [nil])
    }
  }

  @Test(
    "rejects an invalid page",
    arguments: [
      "{\"position\":\"p\",\"hasMore\":true,\"children\":[],\"entries\":[]}",
      "{\"position\":\"p\",\"hasMore\":false,\"children\":[],\"entries\":[{\"kind\":\"bath\"}]}",
      "{\"position\":7,\"hasMore\":false,\"children\":[],\"entries\":[]}",
      "{\"hasMore\":false,\"children\":[],\"entries\":[]}", "null",
    ])
  func nonsense(body: String) async throws {
    try await Family.run { family in
      family.proxy.fail([.body(body)])
      await #expect(throws: UpstreamError.unavailable(.badAnswer("JSON of an unexpected form"))) {
        try await family.server.changes(after: nil, knowing: nil, limit: 10)
      }
    }
  }
}

extension PollResult {
  /// The page that was found, and its tag.
  fileprivate var found: (page: RemotePage, tag: String?)? {
    if case .page(let page, let tag) = self { (page, tag) } else { nil }
  }
}

extension WireValue {
  fileprivate var json: JSON {
    get throws { try JSON(parsing: encoded) }
  }
}
