import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import TestSupport
import Testing

@testable import BabyServer

/// Anna and Eva at a server whose pushes go to a service of the test's own.
struct PushFamily {
  let server: TestServer
  let service: TestPushService
  let anna: Caller
  let eva: Child
  /// Another person with a child: their due reminders, at any time, show that the server has checked everyone's.
  private let marker: Marker

  private final class Marker {
    let caller: Caller
    let child: Child
    let browser: TestBrowser
    /// How often it was to be told.
    var count = 0

    init(caller: Caller, child: Child, browser: TestBrowser) {
      (self.caller, self.child, self.browser) = (caller, child, browser)
    }
  }

  /// What a browser was told.
  struct ShownPush: Hashable {
    var title: String
    var body: String
    var tag: String
    var url: String
  }

  static func run(log: LogRecorder = LogRecorder(), _ body: (PushFamily) async throws -> Void) async throws {
    try await run(log: log, body, afterRestart: nil)
  }

  /// - Parameter afterRestart: on another server with the same database, clock and push service, after the first has ended.
  static func run(
    log: LogRecorder = LogRecorder(), _ body: (PushFamily) async throws -> Void,
    afterRestart: ((PushFamily) async throws -> Void)?
  ) async throws {
    let service = try await TestPushService.start()
    defer { service.stop() }
    var first: PushFamily?
    try await TestServer.run(
      { Self.configure(&$0, service) }, log: log,
      { server in
        let anna = try await server.register("Anna")
        let mallory = try await server.register("Mallory")
        let marker = Marker(
          caller: mallory, child: try await server.addEva(mallory), browser: service.browser(Self.markerName))
        let family = PushFamily(
          server: server, service: service, anna: anna, eva: try await server.addEva(anna), marker: marker)
        first = family
        try await body(family)
      },
      afterRestart: afterRestart.map { next in
        { server in
          let known = try #require(first)
          try await next(
            PushFamily(server: server, service: service, anna: known.anna, eva: known.eva, marker: known.marker))
        }
      })
  }

  static func configure(_ configuration: inout ServerConfiguration, _ service: TestPushService) {
    configuration.push.services = .testing(service.origin)
    configuration.push.interval = .milliseconds(5)
    configuration.push.retry = PushRetry(waits: [.milliseconds(20), .milliseconds(20)], longest: .milliseconds(20))
  }

  // MARK: What people do

  @discardableResult
  func subscribe(
    _ browser: TestBrowser, _ preferences: [String: Bool] = [:], as caller: Caller? = nil
  ) async throws -> Reply {
    try await server.send("push.put", browser.subscription(preferences), as: caller ?? anna)
  }

  /// Another machine of the same person.
  func login(_ name: String) async throws -> Caller { try Caller(await server.login(name).decoded()) }

  func set(_ key: String, _ value: String?, ofChild: Bool = true, as caller: Caller? = nil) async throws {
    #expect(try await server.set(key, value, of: ofChild ? eva : nil, as: caller ?? anna).status == 200)
  }

  func feed(_ number: UInt64, _ minutesAgo: Int = 0, as caller: Caller? = nil) async throws {
    try await log(number, ["kind": "feeding", "method": "bottle"], minutesAgo, as: caller)
  }

  func log(
    _ number: UInt64, _ content: JSON, _ minutesAgo: Int = 0, of child: Child? = nil, as caller: Caller? = nil
  ) async throws {
    let start = server.now - .minutes(minutesAgo)
    let members = [("childId", JSON.string("\((child ?? eva).id)")), ("start", .string(start.utcText))]
    let body = JSON.object(JSONObject(members + (content.objectValue?.members.map { ($0.name, $0.value) } ?? [])))
    let reply = try await server.put(server.entry(number), body, as: caller ?? anna)
    try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
  }

  // MARK: Time

  /// Lets time pass, and has the server look at what is due: it hears of any commit.
  func pass(_ time: Duration) async throws {
    server.pass(time)
    try await server.send("me.update", ["name": .string("Mallory \(server.now.milliseconds % 97)")], as: marker.caller)
    try await server.send("me.update", ["name": "Mallory"], as: marker.caller)
  }

  /// Waits until the server has sent what is due now: until it has sent another person's due reminders twice.
  func rest() async throws {
    if marker.count == 0 { try await subscribe(marker.browser, as: marker.caller) }
    for _ in 1...2 {
      marker.count += 1
      let number = marker.count
      let dose: JSON = ["kind": "medicine", "name": .string("Drops \(number)"), "intervalSeconds": 3600]
      try await log(1 << 40 | UInt64(number), dose, 60, of: marker.child, as: marker.caller)
      try await eventually("the marker is told") { try tags(at: marker.browser).count == number }
    }
  }

  private static let markerName = "marker"

  /// Has the push service answer what it takes for those whom a test is about.
  func answer(_ answer: @escaping @Sendable (TestPushService.Delivery) -> TestPushService.Answer) {
    service.answer { $0.path == "/" + Self.markerName ? .taken : answer($0) }
  }

  // MARK: What comes

  /// All that has come for those whom a test is about.
  var deliveries: [TestPushService.Delivery] { service.deliveries.filter { $0.path != "/" + Self.markerName } }

  private func tags(at browser: TestBrowser) throws -> Set<String> { Set(try told(browser).map(\.tag)) }

  /// What a browser was told, the first first.
  func told(_ browser: TestBrowser) throws -> [ShownPush] {
    try service.deliveries.filter { browser.endpoint.hasSuffix($0.path) }.map { delivery in
      let json = try JSON(parsing: browser.read(delivery.body))
      #expect(json.objectValue?.members.map(\.name).sorted() == ["body", "tag", "title", "url"])
      func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
      return ShownPush(title: text("title"), body: text("body"), tag: text("tag"), url: text("url"))
    }
  }

  /// Waits until a browser was told so often.
  func wait(
    for count: Int, at browser: TestBrowser, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [ShownPush] {
    try await eventually("\(count) messages have come, and not \(try told(browser))") {
      try told(browser).count >= count
    }
    let all = try told(browser)
    try #require(all.count == count, "\(all)", sourceLocation: sourceLocation)
    return all
  }
}
