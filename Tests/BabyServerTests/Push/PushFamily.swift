import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import PushTesting
import Testing
import WebPush

@testable import BabyServer

/// Anna and Eva at a server whose pushes go to a service of the test's own.
struct PushFamily {
  let server: TestServer
  let service: TestPushService
  let anna: Caller
  let eva: Child
  /// Somebody whose doings are nobody's business here.
  private let stranger: Caller

  /// What a browser was told.
  struct Told: Hashable {
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
        let family = PushFamily(
          server: server, service: service, anna: anna, eva: try await server.addEva(anna),
          stranger: try await server.register("Mallory"))
        first = family
        try await body(family)
      },
      afterRestart: afterRestart.map { next in
        { server in
          let known = try #require(first)
          try await next(
            PushFamily(server: server, service: service, anna: known.anna, eva: known.eva, stranger: known.stranger))
        }
      })
  }

  static func configure(_ configuration: inout ServerConfiguration, _ service: TestPushService) {
    configuration.push.services = .testing(service.origin)
    configuration.push.interval = .milliseconds(5)
    configuration.push.retry = PushRetry(waits: [.milliseconds(20), .milliseconds(20)], longest: .seconds(2))
  }

  // MARK: What people do

  @discardableResult
  func subscribe(
    _ browser: TestBrowser, _ wishes: [String: Bool] = [:], as caller: Caller? = nil
  ) async throws -> Reply {
    try await server.send("push.put", browser.subscription(wishes), as: caller ?? anna)
  }

  /// Another machine of somebody's.
  func login(_ name: String) async throws -> Caller {
    let login: JSON = [
      "email": .string("\(name.lowercased())@example.org"), "password": .string(TestServer.password),
    ]
    return try Caller(await server.send("auth.login", login).decoded(NewSession.self))
  }

  func set(_ key: String, _ value: String?, ofChild: Bool = true, as caller: Caller? = nil) async throws {
    var members: [(String, JSON)] = [
      ("home", ofChild ? "child" : "person"), ("key", .string(key)), ("changedAt", .string(server.now.utcText)),
    ]
    if ofChild { members.append(("childId", .string("\(eva.id)"))) }
    if let value { members.append(("value", .string(value))) }
    let reply = try await server.send("settings.change", .object(JSONObject(members)), as: caller ?? anna)
    #expect(reply.status == 200)
  }

  func feed(_ number: UInt64, _ minutesAgo: Int = 0, as caller: Caller? = nil) async throws {
    try await log(number, ["kind": "feeding", "method": "bottle"], minutesAgo, as: caller)
  }

  func log(_ number: UInt64, _ content: JSON, _ minutesAgo: Int = 0, as caller: Caller? = nil) async throws {
    let start = server.now - .minutes(minutesAgo)
    let members = [("childId", JSON.string("\(eva.id)")), ("start", .string(start.utcText))]
    let body = JSON.object(JSONObject(members + (content.objectValue?.members.map { ($0.name, $0.value) } ?? [])))
    let reply = try await server.put(server.entry(number), body, as: caller ?? anna)
    try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
  }

  // MARK: Time

  /// Lets time pass, and has the server look at what is due: it hears of any commit.
  func pass(_ time: Duration = .zero) async throws {
    server.pass(time)
    try await server.send("me.update", ["name": .string("Mallory \(server.now.milliseconds % 97)")], as: stranger)
    try await server.send("me.update", ["name": "Mallory"], as: stranger)
  }

  /// Waits long enough for what is not to come.
  func rest() async throws {
    for _ in 0..<3 {
      try await pass()
      try await Task.sleep(for: .milliseconds(40))
    }
  }

  // MARK: What comes

  /// What a browser was told, the first first.
  func told(_ browser: TestBrowser) throws -> [Told] {
    try service.deliveries.filter { browser.endpoint.hasSuffix($0.path) }.map { delivery in
      let json = try JSON(parsing: browser.read(delivery.body))
      #expect(json.objectValue?.members.map(\.name).sorted() == ["body", "tag", "title", "url"])
      func text(_ name: String) -> String { json[name]?.stringValue ?? "" }
      return Told(title: text("title"), body: text("body"), tag: text("tag"), url: text("url"))
    }
  }

  /// Waits until a browser was told so often.
  func wait(
    for count: Int, at browser: TestBrowser, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Told] {
    for _ in 0..<2_000 {
      if try told(browser).count >= count { break }
      try await Task.sleep(for: .milliseconds(5))
    }
    let all = try told(browser)
    try #require(all.count == count, "\(all)", sourceLocation: sourceLocation)
    return all
  }
}
