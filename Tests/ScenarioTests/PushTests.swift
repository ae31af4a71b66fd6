import BabyModel
import BabyProtocol
import Foundation
import TestSupport
import Testing

/// A real server, and a phone that is not in use.
@Suite("A reminder on a phone")
struct PushTests {
  /// What the server was told, and who has told it.
  private struct Home {
    let machine: Machine
    let browser: TestBrowser
    var server: ServerProcess
    var token = ""
    var child = ""
    private var doses = 0

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
    }

    static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> JSON {
      let answer = try server.request(method, path, body, token: token)
      guard answer.status < 300 else {
        throw ScenarioFailure("\(method) \(path): \(answer.status) \(answer.json.text)")
      }
      return answer.json
    }

    /// Logs a dose of a medicine of its own, whose reminder is due in some seconds.
    mutating func dose(dueIn seconds: Double) throws -> Instant {
      doses += 1
      let due = Self.now + .milliseconds(Int(seconds * 1000))
      let id = EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(doses))
      let body = """
        {"childId":"\(child)","kind":"medicine","name":"Drops \(doses)","intervalSeconds":1800,\
        "start":"\((due - .minutes(30)).utcText)"}
        """
      _ = try ask("PUT", "/v1/entries/\(id)", body)
      return due
    }

    /// What the browser was told, and how often: each medicine by its tag.
    func told(by service: TestPushService) throws -> [String: Int] {
      try service.deliveries.reduce(into: [:]) { counts, delivery in
        let message = try JSON(parsing: browser.read(delivery.body))
        #expect(message["title"] == "A medicine may be given again")
        #expect(message["body"]?.stringValue?.hasPrefix("Last dose at ") == true)
        counts[message["tag"]?.stringValue ?? "", default: 0] += 1
      }
    }

    /// Makes a reminder due now, and waits until it is sent: earlier ones were sent by then, or never are.
    mutating func getsAnother(by service: TestPushService) throws {
      let before = try told(by: service).count
      _ = try dose(dueIn: 0)
      try machine.wait(for: "the push") { try told(by: service).count > before }
    }

    mutating func restart() throws {
      try server.kill()
      server = try ServerProcess(on: machine)
    }
  }

  @Test("arrives once, when it is due, although the server is killed before and after; with its subject")
  func once() async throws {
    let service = try await TestPushService.start()
    defer { service.stop() }
    try await Machine.run { machine in
      var home = try Home(machine, service)
      let due = try home.dose(dueIn: 1.5)
      try home.restart()
      try machine.wait(for: "the push") { !service.deliveries.isEmpty }
      #expect(Home.now >= due)
      try home.restart()
      try home.getsAnother(by: service)
      #expect(try home.told(by: service).map(\.value) == [1, 1])
      let listed = try home.ask("GET", "/v1/children/\(home.child)/reminders")["reminders"]?.arrayValue
      #expect(listed?.map { $0["kind"]?.stringValue } == ["medicine", "medicine"])
    }
  }

  @Test("arrives at most once, whenever the server is killed")
  func atMostOnce() async throws {
    let service = try await TestPushService.start()
    defer { service.stop() }
    try await Machine.run { machine in
      var home = try Home(machine, service)
      for round in 0..<6 {
        let moment = try home.dose(dueIn: 0.5) + .milliseconds(round * 8 - 8)
        Machine.goOn(forMicroseconds: UInt32(max(0, (moment - Home.now).inMilliseconds)) * 1000)
        // Recorded reminders were sent or are lost; others are sent now.
        try home.restart()
      }
      try home.getsAnother(by: service)
      let told = try home.told(by: service)
      #expect(told.count <= 7 && told.values.allSatisfy { $0 == 1 }, "\(told)")
    }
  }
}
