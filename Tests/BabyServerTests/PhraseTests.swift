import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Synchronization
import TestSupport
import Testing

@testable import BabyServer

@Suite("Phrases from a phone")
struct PhraseTests {
  // MARK: As the daemon logs it

  @Test("each sentence means what a daemon would log, or is refused in the same words")
  func asTheDaemon() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let log = try await log(of: eva, on: server)
      let machine = try await OfflineMachine(of: eva, log, in: server.directory, at: server.now)
      try await machine.set("units", "oz", of: nil)
      #expect(try await server.set("units", "oz", as: anna).status == 200)
      #expect(SampleSentences.all.count == 40)
      let more = [
        "stop", "bath ended", "cancel bath", "bath", "left", "right", "feed", "diaper", "tummy", "left 20 min ago",
        "switch sides", "woke up", "music class 30 min", "nap 1h", "start tummy", "bath 20 min at 11am", "7", "",
        "bottle tomorrow", "wet at 2:30 last Sunday", "at 1", "hiccups", "Max is wet", "weight 8", "feeds",
      ]
      for sentence in SampleSentences.all + more {
        let there = try await machine.said(sentence)
        let here = try await say(sentence, of: eva, as: anna, on: server)
        switch there {
        case .success(let outcome):
          let understood = try here.decoded(PhraseAnswer.self)
          #expect(understood.entry == EntryDraft(outcome.entry.entry), "\(sentence)")
          #expect(understood.child == ChildReference(eva), "\(sentence)")
          let isNew = !log.contains { $0.id == outcome.entry.entry.id }
          #expect(understood.entryID == (isNew ? nil : outcome.entry.entry.id), "\(sentence)")
          let action: PhraseAction = outcome.entry.entry.deletedAt != nil ? .remove : isNew ? .log : .change
          #expect(understood.does == action, "\(sentence)")
          let doubts = [outcome.tooSoon != nil, outcome.overlap != nil].count { $0 }
          #expect(understood.warnings?.count ?? 0 == doubts, "\(sentence)")
        case .failure(let error):
          let refusal = try here.decoded(APIErrorBody.self).error
          #expect(refusal.message == error.message, "\(sentence)")
          let choices = (error.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue)
          let keeping = error.code == .phraseNotKept ? ["note \(sentence)"] : []
          #expect(refusal.choices == choices + keeping, "\(sentence)")
          #expect(!String(decoding: here.body, as: UTF8.self).contains("bbctl"), "\(sentence)")
        }
      }
      try machine.close()
    }
  }

  @Test("its suggestions can be used, and nothing is ever written")
  func choices() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      _ = try await log(of: eva, on: server)
      let before = try await server.send("changes.list", as: anna).body
      var asked = 0
      for sentence in SampleSentences.all + ["hiccups"] {
        let reply = try await say(sentence, of: eva, as: anna, on: server)
        guard reply.status != 200 else { continue }
        for choice in try reply.decoded(APIErrorBody.self).error.choices {
          asked += 1
          #expect(try await say(choice, of: eva, as: anna, on: server).status == 200, "\(choice)")
        }
      }
      #expect(asked > 5)
      #expect(try await server.send("changes.list", as: anna).body == before)
    }
  }

  // MARK: Timers

  @Test("a running timer is stopped, changed and discarded in the phone's state, sent or not")
  func timers() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 1), as: anna)
      let stopped = try await understood("woke up 10 min ago", of: eva, as: anna, on: server)
      #expect(stopped.does == .change)
      #expect(stopped.entryID == server.entry(1))
      #expect(stopped.entry.start == server.now - .hours(1))
      #expect(stopped.entry.end == server.now - .minutes(10))
      let running = try await say("asleep", of: eva, as: anna, on: server)
      #expect(try running.errorCode == "timer_running")
      #expect(try running.decoded(APIErrorBody.self).error.entry?.known?.entry.id == server.entry(1))

      // It was discarded on the phone, where another one runs by now.
      let discarded = unsent(server.entry(1), server.sleep(eva, from: 1), isDeleted: true)
      let other = unsent(server.entry(2), server.sleep(eva, from: 0.5))
      let second = try await understood("cancel sleep", of: eva, as: anna, on: server, unsent: [discarded, other])
      #expect(second.does == .remove)
      #expect(second.entryID == server.entry(2))
      let none = try await say("woke up", of: eva, as: anna, on: server, unsent: [discarded])
      #expect(none.status == 400)
      #expect(try none.decoded(APIErrorBody.self).error.message == "Eva is not sleeping.")
    }
  }

  @Test("a breast feed starts, and continues at the other breast, with the time at each")
  func nursing() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let start = try await understood("start left 10 min ago", of: eva, as: anna, on: server)
      #expect(start.does == .log)
      guard case .feeding(let feeding) = start.entry.content else { throw ScenarioFailure("no feed") }
      #expect(feeding.turn == NursingTurn(.left, since: server.now - .minutes(10)))
      try await server.put(server.entry(1), JSON(parsing: start.entry.encoded), as: anna)
      let switched = try await understood("switch sides", of: eva, as: anna, on: server)
      #expect(switched.does == .change)
      guard case .feeding(let both) = switched.entry.content else { throw ScenarioFailure("no feed") }
      #expect(both.left == .minutes(10))
      #expect(both.turn == NursingTurn(.right, since: server.now))
    }
  }

  // MARK: What is asked about

  @Test("a dose too soon, and an overlapping sleep, need a confirmation")
  func warnings() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let first = try await understood("medicine Tylenol 5ml every 6h 1 hour ago", of: eva, as: anna, on: server)
      #expect(first.warnings == nil)
      // It is on its way, and counts.
      let dose = try unsent(server.entry(1), JSON(parsing: first.entry.encoded))
      let soon = try await understood("tylenol 5ml", of: eva, as: anna, on: server, unsent: [dose])
      #expect(
        soon.warnings == [
          "Tylenol was given 12:00 PM, and by what you noted may be given again from 6:00 PM on."
        ])
      try await server.put(server.entry(2), server.sleep(eva, from: 2, to: 1), as: anna)
      let nap = try await understood("nap 11:30am-12:30pm", of: eva, as: anna, on: server)
      #expect(nap.warnings == ["Sleep is already logged from 11:00 AM to 12:00 PM: the time counts once."])
      let other = try await understood("nap 10am-10:30am", of: eva, as: anna, on: server)
      #expect(other.warnings == nil)
    }
  }

  @Test("impossible ones are refused with a text for people, and the fields")
  func refusals() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let large = try await say("bottle 900ml", of: eva, as: anna, on: server)
      #expect(try large.errorCode == "invalid")
      #expect(try large.decoded(APIErrorBody.self).error.details.map(\.field) == ["amount"])
      let future = try await say("wet at 2:30pm", of: eva, as: anna, on: server)
      #expect(try future.errorCode == "invalid")
      #expect(try future.decoded(APIErrorBody.self).error.message.hasSuffix("which is in the future."))
    }
  }

  // MARK: Whom it is about

  @Test("a named child takes precedence over the displayed one, if the caller may write its log")
  func namedChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let max = try await addChild("Max", as: anna, on: server)
      let said = try await understood("Max drank 90 ml", of: eva, as: anna, on: server)
      #expect(said.child == ChildReference(max))
      #expect(said.entry.childID == max.id)
      #expect(try await understood("90 ml", of: eva, as: anna, on: server).entry.childID == eva.id)

      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let stranger = try await say("Max drank 90 ml", of: eva, as: bob, on: server)
      #expect(try stranger.errorCode == "phrase_refused")
      let viewer = try await server.shareCode(max, of: anna, as: .viewer)
      try await server.send("shares.accept", ["code": .string(viewer)], as: bob)
      #expect(try await say("Max drank 90 ml", of: eva, as: bob, on: server).status == 403)
    }
  }

  @Test("of two children of one name, the displayed one is used, and otherwise neither")
  func namesakes() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let (max, other) = (
        try await addChild("Max", as: anna, on: server), try await addChild("max", as: anna, on: server)
      )
      for child in [max, other] {
        #expect(try await understood("Max is wet", of: child, as: anna, on: server).entry.childID == child.id)
      }
      let refused = try await say("Max is wet", of: eva, as: anna, on: server)
      #expect(refused.status == 422)
      #expect(
        try refused.decoded(APIErrorBody.self).error.message
          == "Several children are called Max: show the one that you mean.")
    }
  }

  // MARK: Bounds

  @Test("a text longer than a note, and more pending entries than a phone can have, are refused")
  func bounds() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      #expect(
        try await say(String(repeating: "wet ", count: 200), of: eva, as: anna, on: server).errorCode
          == "phrase_refused")
      #expect(
        try await say(String(repeating: "w", count: WireLimit.note + 1), of: eva, as: anna, on: server).errorCode
          == "invalid")
      let rows = (0..<101).map { unsent(server.entry($0), server.sleep(eva, from: 2, to: 1)) }
      #expect(try await say("wet", of: eva, as: anna, on: server, unsent: Array(rows.dropLast())).status == 200)
      #expect(try await say("wet", of: eva, as: anna, on: server, unsent: rows).errorCode == "invalid")
    }
  }

  // MARK: Helpers

  private func say(
    _ text: String, of child: Child, as caller: Caller, on server: TestServer, unsent: [JSON] = []
  ) async throws -> Reply {
    var members: [(String, JSON)] = [("text", .string(text))]
    if !unsent.isEmpty { members.append(("unsent", .array(unsent))) }
    return try await server.send(
      "phrases.read", at: ["child": "\(child.id)"], .object(JSONObject(members)), as: caller)
  }

  private func understood(
    _ text: String, of child: Child, as caller: Caller, on server: TestServer, unsent: [JSON] = []
  ) async throws -> PhraseAnswer {
    let reply = try await say(text, of: child, as: caller, on: server, unsent: unsent)
    try #require(reply.status == 200, "\(text): \(String(decoding: reply.body, as: UTF8.self))")
    return try reply.decoded()
  }

  /// An entry as it lies on a phone.
  private func unsent(_ id: EntryID, _ draft: JSON, isDeleted: Bool = false) -> JSON {
    var members = draft.objectValue?.members.map { ($0.name, $0.value) } ?? []
    members.append(("id", .string("\(id)")))
    if isDeleted { members.append(("deleted", true)) }
    return .object(JSONObject(members))
  }

  private func addChild(_ name: String, as caller: Caller, on server: TestServer) async throws -> Child {
    try await server.send(
      "children.add", ["name": .string(name), "born": "2026-08-01", "zone": "Europe/Berlin"], as: caller
    ).decoded(SharedChild.self).child
  }

  /// A log of which quick logging fills in what is not said, with a bath that runs; on the server, too.
  private func log(of child: Child, on server: TestServer) async throws -> [Entry] {
    let tylenol = try EntryContent(
      .declared(.medicine),
      fields: FieldInputs([
        .init("name", .word("Tylenol")), .init("dose", .number(5)), .init("unit", .word("ml")),
        .init("intervalSeconds", .number(6 * 3600)),
      ]))
    let contents: [(content: EntryContent, ago: Duration, length: Duration?)] = [
      (.feeding(Feeding(method: .bottle, amount: Volume(5, .ounces))), .hours(5), nil),
      (.feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), .hours(3), .minutes(15)),
      (.diaper(.dirty), .hours(4), nil), (.sleep, .hours(2), .hours(1)), (.tummyTime, .hours(6), .minutes(7)),
      (tylenol, .hours(1), nil), (try .activity("music class"), .hours(30), .minutes(45)),
      (try .activity("bath"), .minutes(15), nil),
    ]
    let entries = contents.enumerated().map { number, said in
      let start = server.now - said.ago
      return Entry(
        id: server.entry(UInt64(number)), childID: child.id, content: said.content, start: start,
        end: said.length.map { start + $0 }, createdAt: start, updatedAt: start)
    }
    let store = try server.openStore()
    try await store.write(at: server.now) { writer in for entry in entries { try writer.put(.known(entry)) } }
    try store.close()
    return entries
  }
}

extension OfflineMachine {
  /// What the machine would log for the phrase, or why it would not; nothing is logged.
  fileprivate func said(_ text: String) async throws -> Result<EntryAnswer, RPCError> {
    let said = Mutex<Result<EntryAnswer, RPCError>?>(nil)
    let call = WriteCall(
      caller: Self.caller, fingerprint: "", idempotencyKey: nil, coalescesPresses: false, isDryRun: true)
    _ = try await engine.write(call) { book in
      let result = Result {
        try book.reader.explainingErrors(about: nil) { try book.logPhrase(.init(text: text)) }
      }
      said.withLock { $0 = result.mapError { $0 as? RPCError ?? RPCError($0) } }
      return []
    }
    return try #require(said.withLock { $0 })
  }
}
