import BabyProtocol
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

/// A daemon behind a real socket, and clients that subscribe.
@Suite("Subscriptions over the socket")
struct SubscriptionTests {
  private static func run(
    limits: SocketLimits = .patient, _ body: (TestDaemon, SocketFixture) async throws -> Void
  ) async throws {
    try await TestDaemon.serve(limits: limits) { daemon, sockets in
      let commander = try sockets.connect()
      let born: JSON = ["name": "Eva", "born": "2020-08-01"]
      #expect(try await commander.call(line(1, "child.add", born))["result"] != nil)
      try await body(daemon, sockets)
    }
  }

  private static func subscribe(_ id: Int, _ topics: [String], since: JSON? = nil) -> String {
    var params: [(String, JSON)] = [("topics", .array(topics.map { .string($0) }))]
    if let since { params.append(("since", since)) }
    return line(id, "changes.subscribe", .object(JSONObject(params)))
  }

  @Test("an event never precedes the answer to its subscription, however calls are sent")
  func answerComesFirst() async throws {
    try await Self.run { _, sockets in
      let client = try sockets.connect()
      // The write is on its way before the subscription is answered.
      try await client.send(Self.subscribe(1, ["timeline"]) + "\n" + line(2, "entry.log", ["kind": "diaper"]) + "\n")
      #expect(try await client.answer()["result"]?["subscription"] == 1)
      let rest = [try await client.answer(), try await client.answer()]
      #expect(rest.contains { $0["method"] == "changes.event" })
      #expect(rest.contains { $0["id"] == 2 })

      let batch =
        "[" + Self.subscribe(3, ["timeline"]) + "," + line(4, "entry.log", ["kind": "diaper", "type": "dirty"]) + "]"
      let answer = try await client.call(batch)
      #expect(answer.arrayValue?.count == 2)
      let told = [try await client.answer(), try await client.answer()].map { $0["params"]?["subscription"] }
      #expect(told.contains(1) && told.contains(2))
    }
  }

  @Test("no event follows the answer to unsubscribe")
  func unsubscribing() async throws {
    try await Self.run { daemon, sockets in
      let client = try sockets.connect()
      _ = try await client.call(Self.subscribe(1, ["dashboard"]))
      #expect(try await client.call(line(2, "changes.unsubscribe", ["subscription": 1]))["result"]?["ended"] == true)
      _ = try await daemon.call(EntryLog.self, .init(entry: .diaper()))
      #expect(try await client.call(line(3, "account.x")).errorName == "rpc.methodNotFound")
    }
  }

  @Test(
    "a client that does not read gets the latest state and, for a log that is too long, its end; others do not notice")
  func slowClient() async throws {
    var limits = SocketLimits()
    limits.waitingEvents = 20
    limits.stallTimeout = .seconds(600)
    try await Self.run(limits: limits) { daemon, sockets in
      let slow = try sockets.connect()
      let quick = try sockets.connect()
      _ = try await slow.call(Self.subscribe(1, ["dashboard", "timeline"]))
      _ = try await quick.call(Self.subscribe(1, ["timeline"]))
      let text = String(repeating: "x", count: 900)
      // More than any socket's buffer holds, while the other client keeps up.
      for number in 1...800 {
        _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "\(number) \(text)"))
        let event = try await quick.answer()
        #expect(event["params"]?["data"]?["entry"]?["note"]?.stringValue?.hasPrefix("\(number) ") == true)
      }
      var isEnded = false
      var lastSeq: JSON?
      var told: JSON?
      while !isEnded {
        let event = try await slow.answer()
        isEnded = event["method"] == "changes.ended"
        if isEnded { lastSeq = event["params"]?["lastSeq"] } else { told = event["params"]?["seq"] }
      }
      #expect(lastSeq == told)
      // It is too far behind to be told everything again.
      let since: JSON = ["instance": .string("\(daemon.store.instance)"), "seq": try #require(lastSeq)]
      #expect(try await slow.call(Self.subscribe(2, ["timeline"], since: since))["result"]?["resync"] == true)
    }
  }

  @Test("a client that was away gets the missed events, and none twice")
  func replay() async throws {
    try await Self.run { daemon, sockets in
      let before = try await sockets.connect().call(Self.subscribe(1, ["timeline"]))
      let seq = try #require(before["result"]?["seq"]?.integerValue)
      for number in 1...20 { _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "\(number)")) }
      let client = try sockets.connect()
      let since: JSON = ["instance": .string("\(daemon.store.instance)"), "seq": .integer(seq)]
      let answer = try await client.call(Self.subscribe(1, ["timeline"], since: since))
      #expect(answer["result"]?["resync"] == nil)
      _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "21"))
      for number in 1...21 {
        let event = try await client.answer()
        #expect(event["params"]?["seq"] == .integer(seq + Int64(number)))
        #expect(event["params"]?["data"]?["entry"]?["note"] == .string("\(number)"))
      }
    }
  }

  @Test("a client that never reads is closed, and logged with its process and user")
  func stuckClient() async throws {
    var limits = SocketLimits()
    limits.stallTimeout = .milliseconds(200)
    try await Self.run(limits: limits) { daemon, sockets in
      let stuck = try sockets.connect()
      _ = try await stuck.call(Self.subscribe(1, ["dashboard"]))
      let text = String(repeating: "x", count: 1900)
      try await eventually("it is closed") {
        _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "\(Int.random(in: 0...Int.max)) \(text)"))
        return sockets.service.counters.values.stalledConnections == 1
      }
      let line = try #require(sockets.logs.lines.first { $0.message.contains("does not read") })
      #expect(line.metadata["pid"] != nil && line.metadata["uid"] != nil)
    }
  }

  @Test("waiting returns the next change, or nothing after its timeout")
  func waiting() async throws {
    try await Self.run { daemon, sockets in
      let client = try sockets.connect()
      try await client.send(line(1, "changes.wait", ["topics": ["sleep", "timeline"]]) + "\n")
      try await daemon.subscribers(1)
      _ = try await daemon.call(TimerStart.self, .init(timer: .sleep))
      let answer = try await client.answer()
      let events = try #require(answer["result"]?["events"]?.arrayValue)
      #expect(events.map { $0["topic"] } == ["timeline", "sleep"])
      // Nobody counts the time in this daemon: it is over at once when none is given.
      try await daemon.subscribers(0)
    }
  }

  /// What is written after `since`, and whether it is news to who waits for topics.
  struct News: Sendable, CustomTestStringConvertible {
    var topics: [JSON]
    var child: String?
    var method: String
    var params: JSON
    var isNews: Bool
    var testDescription: String { "\(method) is \(isNews ? "" : "no ")news to \(topics) of \(child ?? "all")" }
  }

  private static let news = [
    News(topics: ["sleep"], method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: false),
    News(topics: ["sleep"], method: "timer.start", params: ["kind": "sleep"], isNews: true),
    News(topics: ["sleep", "tummy"], method: "entry.log", params: ["kind": "note", "note": "x"], isNews: false),
    News(topics: ["dashboard"], method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: true),
    News(topics: ["settings"], method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: false),
    News(topics: ["settings"], method: "settings.set", params: ["key": "units", "value": "oz"], isNews: true),
    News(topics: ["children"], method: "child.update", params: ["childId": "Eva", "zone": "UTC"], isNews: true),
    News(topics: ["timeline"], method: "settings.set", params: ["key": "units", "value": "oz"], isNews: false),
    News(topics: ["timeline"], method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: true),
    News(
      topics: ["timeline", "dashboard"], child: "Max", method: "entry.log", params: ["kind": "diaper", "type": "wet"],
      isNews: false),
    News(topics: ["queue"], method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: false),
    News(topics: ["reminders"], method: "reminder.set", params: ["name": "x", "every": "8h"], isNews: true),
    // Without a child they are those of all children, with one they are its own.
    News(
      topics: ["reminders"], method: "entry.log", params: ["kind": "diaper", "childId": "Max", "type": "wet"],
      isNews: true),
    News(
      topics: ["reminders"], method: "reminder.set", params: ["childId": "Max", "name": "x", "every": "8h"],
      isNews: true),
    News(
      topics: ["reminders"], method: "settings.set", params: ["childId": "Max", "key": "units", "value": "oz"],
      isNews: true),
    News(
      topics: ["reminders"], child: "Max", method: "entry.log", params: ["kind": "diaper", "type": "wet"], isNews: false
    ),
    News(
      topics: ["reminders"], child: "Max", method: "reminder.set", params: ["name": "x", "every": "8h"],
      isNews: false),
    // Which child is meant may have changed.
    News(topics: ["dashboard"], method: "child.update", params: ["childId": "Max", "zone": "UTC"], isNews: true),
    News(
      topics: ["dashboard"], child: "Eva", method: "child.update", params: ["childId": "Max", "zone": "UTC"],
      isNews: false),
    News(topics: ["dashboard"], method: "child.select", params: ["childId": "Max"], isNews: true),
    News(
      topics: ["dashboard"], child: "Eva", method: "child.select", params: ["childId": "Max"], isNews: false),
  ]

  @Test("waiting from a position returns at once for events of its topics only", arguments: news)
  func waitingSince(news: News) async throws {
    try await Self.run { daemon, sockets in
      let client = try sockets.connect()
      _ = try await client.call(line(1, "child.add", ["name": "Max", "born": "2020-08-01"]))
      _ = try await client.call(line(2, "child.select", ["childId": "Eva"]))
      let place = try await client.call(line(3, "hello"))["result"]
      let since: JSON = ["instance": place?["instance"] ?? .null, "seq": place?["seq"] ?? .null]
      #expect(try await client.call(line(4, news.method, news.params))["result"] != nil)

      let child = news.child.map { JSON.string($0) } ?? .null
      let params: JSON = ["topics": .array(news.topics), "since": since, "childId": child]
      try await client.send(line(5, "changes.wait", params) + "\n")
      if news.isNews {
        #expect(try await client.answer()["result"]?["events"]?.arrayValue?.isEmpty == false)
      } else {
        try await daemon.subscribers(1)
        try await client.send(line(6, "cancel", ["id": 5]) + "\n")
        let answers = [try await client.answer(), try await client.answer()]
        #expect(answers.first { $0["id"] == 5 }?.errorName == "rpc.cancelled", "it has waited")
      }
    }
  }

  @Test("a client that disconnects while it waits leaves nothing behind")
  func vanishingWhileWaiting() async throws {
    try await Self.run { daemon, sockets in
      do {
        let client = try sockets.connect()
        try await client.send(line(1, "changes.wait", ["topics": ["sleep"]]) + "\n")
        try await daemon.subscribers(1)
      }
      try await daemon.subscribers(0)
    }
  }
}

extension TestDaemon {
  /// Waits for a number of subscriptions.
  fileprivate func subscribers(_ count: Int) async throws {
    try await eventually("there are \(count) subscriptions") { feed.subscriptionCount == count }
  }
}
