import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import BabyServer

/// A real server at a port of its own, on a database of its own, with a clock that the test sets.
final class TestServer: Sendable {
  /// 2026-11-21T12:00:00Z, a Saturday noon.
  static let noon = Instant(milliseconds: 1_795_262_400_000)

  let directory: String
  let port: Int
  private let clock: Clock
  private let check: SchemaCheck

  var now: Instant {
    get { clock.now.withLock { $0 } }
    set { clock.now.withLock { $0 = newValue } }
  }

  func pass(_ time: Duration) { clock.now.withLock { $0 = $0 + time } }

  /// Waits until the server, which gets no requests meanwhile, has looked at the clock and done by itself what it does at
  /// such a time: until it looks once more.
  func looksAtClock() async throws {
    let before = clock.looks.withLock { $0 }
    try await eventually("the server looks at the clock again") { clock.looks.withLock { $0 } > before + 1 }
  }

  private final class Clock: Sendable {
    let now = Mutex(TestServer.noon)
    /// How often the server has looked at it.
    let looks = Mutex(0)

    func look() -> Instant {
      looks.withLock { $0 += 1 }
      return now.withLock { $0 }
    }
  }

  private init(directory: String, port: Int, clock: Clock) {
    self.directory = directory
    self.port = port
    self.clock = clock
    check = Self.check
  }

  /// All servers are held to one document.
  private static let check = SchemaCheck(OpenAPI.document(version: version))

  /// - Parameters:
  ///   - eventLoops: on which the server serves connections.
  ///   - log: takes what the server logs; complete when this returns.
  ///   - onTrustListening: gets the port with the instructions for trusting the server.
  ///   - betweenRuns: is given the directory of the database while no server has it.
  ///   - afterRestart: on another server with the same database and clock, after the first has ended.
  static func run(
    _ change: (inout ServerConfiguration) -> Void = { _ in },
    on eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, log: LogRecorder = LogRecorder(),
    onTrustListening: @escaping @Sendable (Int) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void, betweenRuns: (String) throws -> Void = { _ in },
    afterRestart: ((TestServer) async throws -> Void)? = nil
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbserver-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let clock = Clock()
    try await run(in: directory, clock: clock, change, eventLoops, log, onTrustListening, body)
    try betweenRuns(directory)
    guard let afterRestart else { return }
    try await run(in: directory, clock: clock, change, eventLoops, log, onTrustListening, afterRestart)
  }

  private static func run(
    in directory: String, clock: Clock, _ change: (inout ServerConfiguration) -> Void,
    _ eventLoops: any EventLoopGroup, _ log: LogRecorder, _ onTrustListening: @escaping @Sendable (Int) -> Void,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration(database: directory + "/server.db")
    configuration.port = 0
    // As little work as there can be: these tests are about other things.
    configuration.registration = .open
    configuration.passwordCost = PasswordCost(log2Rounds: 4, parallelism: 1)
    change(&configuration)
    let server = try FamilyServer(
      configuration, logger: Logger(label: "test") { _ in log }, now: { clock.look() })
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        do {
          try await server.run(on: eventLoops, onListening: { port.yield($0) }, onTrustListening: onTrustListening)
        } catch is CancellationError {}
      }
      for await number in ports {
        try await body(TestServer(directory: directory, port: number, clock: clock))
        break
      }
      group.cancelAll()
      // A server that fails fails its test, even before the body has run.
      try await group.waitForAll()
    }
  }

  /// The same database as another process has it.
  func openStore() throws -> ServerStore { try ServerStore.open(path: directory + "/server.db", now: now) }

  // MARK: Calls

  /// Calls an operation. Whatever is answered has to be as the document says, and so has what is sent, unless it is
  /// refused.
  @discardableResult
  func send(
    _ id: String, at path: [String: String] = [:], query: String = "", _ body: JSON? = nil, as caller: Caller? = nil,
    headers: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Reply {
    let operation = try #require(Operation.all.first { $0.id == id }, "\(id) is not an operation")
    let target = path.reduce(operation.path) { $0.replacing("{\($1.key)}", with: $1.value) } + query
    let lines = headers.merging(caller?.headers ?? [:]) { given, _ in given }
    let reply = try await send(operation.verb.rawValue.uppercased(), target, body.map { Array($0.text.utf8) }, lines)
    #expect(try check.faults(operation, answer: reply) == [], sourceLocation: sourceLocation)
    if let body, reply.status < 300 {
      #expect(check.faults(operation, request: body) == [], sourceLocation: sourceLocation)
    }
    return reply
  }

  /// Sends any request.
  func send(
    _ method: String, _ target: String, _ body: [UInt8]? = nil, _ headers: [String: String] = [:]
  ) async throws -> Reply {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    return try Reply(bytes: await exchange(Array((head + "\r\n").utf8) + (body ?? []), port: port))
  }
}

/// What a server has logged, from notices up.
final class LogRecorder: LogHandler {
  private let recorded = Mutex<[String]>([])

  var lines: [String] { recorded.withLock { $0 } }

  /// Requests that the server has failed to answer.
  var failures: [String] { lines.filter { $0.contains("request failed") } }

  var logLevel: Logger.Level {
    get { .notice }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    recorded.withLock { $0.append("\(event.level): \(event.message) \(event.metadata ?? [:])") }
  }
}

/// A logged-in account.
struct Caller {
  let user: User
  let token: String
  /// Whether the token is sent as a page has it, in a cookie.
  private(set) var isOnPage = false

  init(user: User, token: String) {
    self.user = user
    self.token = token
  }

  init(_ session: NewSession) throws {
    self.init(user: session.user, token: try #require(session.token))
  }

  /// The same in a browser, on a server that speaks plain HTTP on this machine.
  var onPage: Caller {
    var caller = self
    caller.isOnPage = true
    return caller
  }

  var headers: [String: String] {
    isOnPage
      ? ["Cookie": "babybasics=\(token)", "Babybasics-Page": "1", "Sec-Fetch-Site": "same-origin"]
      : ["Authorization": "Bearer \(token)"]
  }
}

extension ChangeList {
  /// The entries whose kind is known.
  var known: [EntryRecord] { entries.compactMap(\.known) }
}

// MARK: What most tests begin with

extension TestServer {
  static let password = "correct horse"
  static let erasure: JSON = ["password": .string(password)]

  func register(_ name: String) async throws -> Caller {
    try Caller(await send("auth.register", registration(name)).decoded())
  }

  func registration(_ name: String) -> JSON {
    ["email": .string("\(name.lowercased())@example.org"), "password": .string(Self.password), "name": .string(name)]
  }

  static func credentials(_ name: String, _ password: String = TestServer.password) -> JSON {
    ["email": .string("\(name.lowercased())@example.org"), "password": .string(password)]
  }

  /// Another session of a person who is registered.
  func login(
    _ name: String, _ password: String = TestServer.password, headers: [String: String] = [:]
  ) async throws -> Reply {
    try await send("auth.login", Self.credentials(name, password), headers: headers)
  }

  func addEva(_ caller: Caller) async throws -> Child {
    try await send(
      "children.add", ["name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"], as: caller
    ).decoded(SharedChild.self).child
  }

  /// Another person who shares the child.
  func join(_ name: String, _ child: Child, of owner: Caller, as role: Role) async throws -> Caller {
    let caller = try await register(name)
    let code = try await shareCode(child, of: owner, as: role)
    try await send("shares.accept", ["code": .string(code)], as: caller)
    return caller
  }

  func shareCode(_ child: Child, of owner: Caller, as role: Role) async throws -> String {
    try await send("shares.create", at: ["child": "\(child.id)"], ["role": .string(role.rawValue)], as: owner)
      .decoded(CreatedShare.self).code
  }

  /// - Parameters:
  ///   - start: hours before now.
  ///   - end: hours before now; nil for a sleep that is running.
  func sleep(_ child: Child, from start: Double, to end: Double? = nil, note: String? = nil) -> JSON {
    func instant(_ hours: Double) -> JSON { .string((now - .milliseconds(Int(hours * 3_600_000))).utcText) }
    var members: [(String, JSON)] = [
      ("childId", .string("\(child.id)")), ("kind", "sleep"), ("start", instant(start)),
    ]
    if let end { members.append(("end", instant(end))) }
    if let note { members.append(("note", .string(note))) }
    return .object(JSONObject(members))
  }

  @discardableResult
  func put(
    _ id: EntryID, _ body: JSON, as caller: Caller, key: String? = nil, ifMatch: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Reply {
    var headers: [String: String] = [:]
    headers["Idempotency-Key"] = key
    headers["If-Match"] = ifMatch
    return try await send(
      "entries.put", at: ["entry": "\(id)"], body, as: caller, headers: headers, sourceLocation: sourceLocation)
  }

  func changes(as caller: Caller, since: String? = nil, limit: Int? = nil) async throws -> ChangeList {
    let parameters = [since.map { "since=\($0)" }, limit.map { "limit=\($0)" }].compactMap(\.self)
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return try await send("changes.list", query: query, as: caller).decoded()
  }

  /// Changes a setting.
  ///
  /// - Parameters:
  ///   - home: default: the child, if there is one.
  ///   - instant: by the clock of the machine; default: now.
  @discardableResult
  func set(
    _ key: String, _ value: String?, home: String? = nil, of child: Child? = nil, as caller: Caller,
    sent idempotencyKey: String? = nil, at instant: Instant? = nil
  ) async throws -> Reply {
    var members: [(String, JSON)] = [
      ("home", .string(home ?? (child == nil ? "person" : "child"))), ("key", .string(key)),
      ("changedAt", .string((instant ?? now).utcText)),
    ]
    if let child { members.append(("childId", .string("\(child.id)"))) }
    if let value { members.append(("value", .string(value))) }
    return try await send(
      "settings.change", .object(JSONObject(members)), as: caller,
      headers: idempotencyKey.map { ["Idempotency-Key": $0] } ?? [:])
  }

  func entry(_ number: UInt64) -> EntryID { EntryID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
}
