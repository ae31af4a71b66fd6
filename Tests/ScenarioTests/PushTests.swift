import BabyModel
import BabyProtocol
import Foundation
import PushTesting
import Testing

/// A real server, and a phone that nobody looks at.
@Suite("A reminder on a phone")
struct PushTests {
  /// What the server was told, and who has told it.
  private struct Home {
    let machine: Machine
    let browser: TestBrowser
    var server: ServerProcess
    var token = ""
    var child = ""
    private var feeds: UInt64 = 0

    init(_ machine: Machine, _ service: TestPushService) throws {
      self.machine = machine
      browser = service.browser()
      try machine.push(to: service.port)
      server = try ServerProcess(on: machine)
      let account = #"{"email":"anna@example.org","password":"correct horse","name":"Anna"}"#
      token = try server.request("POST", "/v1/auth/register", account).json["token"]?.stringValue ?? ""
      let eva = #"{"name":"Eva","born":"2026-09-01","zone":"Europe/Berlin"}"#
      child = try ask("POST", "/v1/children", eva)["id"]?.stringValue ?? ""
      _ = try ask("PUT", "/v1/push/subscription", browser.subscription().text)
      let interval = """
        {"home":"child","childId":"\(child)","key":"feeding.interval","value":"30m","changedAt":"\(Self.now.utcText)"}
        """
      _ = try ask("PATCH", "/v1/settings", interval)
    }

    static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> JSON {
      let answer = try server.request(method, path, body, token: token)
      guard answer.status < 300 else {
        throw ScenarioFailure("\(method) \(path): \(answer.status) \(answer.json.text)")
      }
      return answer.json
    }

    /// Logs a feed whose reminder is due in some seconds.
    mutating func feed(dueIn seconds: Double) throws -> Instant {
      feeds += 1
      let due = Self.now + .milliseconds(Int(seconds * 1000))
      let id = EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | feeds)
      let body = """
        {"childId":"\(child)","kind":"feeding","method":"bottle","start":"\((due - .minutes(30)).utcText)"}
        """
      _ = try ask("PUT", "/v1/entries/\(id)", body)
      return due
    }

    mutating func restart() throws {
      try server.kill()
      server = try ServerProcess(on: machine)
    }
  }

  @Test("is there once, when it is due, though the server is killed before and after; and says what it is about")
  func once() async throws {
    let service = try await TestPushService.start()
    defer { service.stop() }
    try await Machine.run { machine in
      var home = try Home(machine, service)
      let due = try home.feed(dueIn: 4)
      try home.restart()
      #expect(service.deliveries.isEmpty)
      try machine.wait(for: "the push", within: .seconds(60)) { !service.deliveries.isEmpty }
      #expect(Home.now >= due)
      try home.restart()
      _ = try home.ask("GET", "/v1/me")
      try await Task.sleep(for: .seconds(2))
      #expect(service.deliveries.count == 1)
      let told = try JSON(parsing: home.browser.read(service.deliveries[0].body))
      #expect(told["title"] == "Next feed")
      #expect(told["body"]?.stringValue?.hasPrefix("Last feed at ") == true)
      let listed = try home.ask("GET", "/v1/children/\(home.child)/reminders")["reminders"]?.arrayValue
      #expect(listed?.map { $0["kind"]?.stringValue } == ["feeding"])
    }
  }

  @Test("is there once at most, whenever the server is killed")
  func atMostOnce() async throws {
    let service = try await TestPushService.start()
    defer { service.stop() }
    try await Machine.run { machine in
      var home = try Home(machine, service)
      var told = 0
      for round in 0..<6 {
        let due = try home.feed(dueIn: 1.5)
        let moment = due + .milliseconds(round * 8 - 8)
        try await Task.sleep(for: .milliseconds(max(0, (moment - Home.now).inMilliseconds)))
        try home.restart()
        // What was noted was sent or is lost; what was not noted is told now.
        let isThere = { service.deliveries.count > told }
        for _ in 0..<20 where !isThere() { try await Task.sleep(for: .milliseconds(100)) }
        #expect(service.deliveries.count <= told + 1)
        told = service.deliveries.count
      }
      _ = try home.feed(dueIn: 1)
      try machine.wait(for: "the push", within: .seconds(60)) { service.deliveries.count > told }
      try await Task.sleep(for: .seconds(1))
      #expect(service.deliveries.count == told + 1)
      #expect(told > 0)
    }
  }
}
