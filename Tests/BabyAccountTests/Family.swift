import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import Foundation
import Logging
import NIOCore
import NIOPosix
import TestSupport
import Testing
@testable import BabyServer

/// A real family server behind a proxy that fails on request, with a parent and a child.
final class Family: Sendable {
  /// 2026-11-21T12:00:00Z, a Saturday noon.
  static let noon = Instant(milliseconds: 1_795_262_400_000)
  static let password = "correct horse"

  let proxy: FaultProxy
  /// Where the server itself listens.
  let port: Int
  let directory: String
  /// Those of the family's machines.
  let connections: ServerConnections
  /// For what is to succeed however little patience the machines have.
  let patient: ServerConnections
  let anna: NewSession
  let eva: Child

  private init(
    proxy: FaultProxy, port: Int, directory: String, connections: ServerConnections, patient: ServerConnections,
    anna: NewSession, eva: Child
  ) {
    self.proxy = proxy
    self.port = port
    self.directory = directory
    self.connections = connections
    self.patient = patient
    self.anna = anna
    self.eva = eva
  }

  /// - Parameters:
  ///   - timeout: of the client's requests.
  ///   - newsTimeout: of its streams of news, for the first sign.
  static func run(
    timeout: Duration = Patience.limit, newsTimeout: Duration = .seconds(60), _ body: (Family) async throws -> Void
  ) async throws {
    try await withServer { port, directory in
      let proxy = try await FaultProxy.start(before: port)
      defer { proxy.stop() }
      let patient = try connections()
      let server = HTTPUpstream(try address(proxy.port), over: patient)
      let anna = try await server.register(
        Registration(email: "anna@example.org", password: password, name: "Anna"))
      let eva = child("Eva")
      let added = await HTTPUpstream(try address(proxy.port), token: anna.bearer, over: patient)
        .send(PendingWrite(id: 1, idempotencyKey: "eva", content: .child(eva, isNew: true, base: nil)))
      #expect(added.childAccepted?.name == eva.name)
      // No connection of these is counted, or waited for, by a test.
      patient.reconnect()
      let connections = try connections(timeout: timeout, newsTimeout: newsTimeout)
      let family = Family(
        proxy: proxy, port: port, directory: directory, connections: connections, patient: patient, anna: anna,
        eva: eva)
      let result: Result<Void, any Error>
      do { result = .success(try await body(family)) } catch { result = .failure(error) }
      for connections in [connections, patient] { await connections.shutdown() }
      try result.get()
    }
  }

  /// - Parameter trust: longer than any test takes: what fails is to be seen to fail, however slow the machine is.
  static func connections(
    timeout: Duration = Patience.limit, newsTimeout: Duration = .seconds(60), rest: Duration = .seconds(60),
    trust: Duration = .seconds(86_400), certificateAuthorities: String? = nil
  ) throws -> ServerConnections {
    try ServerConnections(
      on: MultiThreadedEventLoopGroup.singleton.next(), certificateAuthorities: certificateAuthorities,
      timeout: timeout, newsTimeout: newsTimeout, rest: rest, trust: trust,
      now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
  }

  static func address(_ port: Int) throws -> ServerAddress { try ServerAddress("http://127.0.0.1:\(port)") }

  /// A server on a database of its own, which ends with the body.
  static func withServer(
    _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: (Int, String) async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbupstream-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var configuration = ServerConfiguration(database: directory + "/server.db")
    configuration.port = 0
    configuration.registration = .open
    configuration.passwordCost = PasswordCost(log2Rounds: 4, parallelism: 1)
    change(&configuration)
    let server = try BabyServer.FamilyServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { noon })
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        do { try await server.run { port.yield($0) } } catch is CancellationError {}
      }
      for await number in ports {
        try await body(number, directory)
        break
      }
      group.cancelAll()
    }
  }
}

extension Family {
  /// The server as Anna's machine sees it, through the proxy.
  var server: HTTPUpstream { get throws { try server(as: anna) } }

  /// - Parameter session: nil for a server without a session.
  func server(as session: NewSession?) throws -> HTTPUpstream {
    HTTPUpstream(try Self.address(proxy.port), token: session?.bearer, over: connections)
  }

  /// Another person with an account.
  func register(_ name: String) async throws -> NewSession {
    try await server(as: nil).register(
      Registration(email: "\(name.lowercased())@example.org", password: Self.password, name: name))
  }

  static func child(_ name: String) -> Child {
    Child(
      id: IDGenerator().next(at: noon), name: name, born: LocalDate(year: 2026, month: 9, day: 1) ?? .sample,
      zone: "Europe/Berlin", createdAt: noon, updatedAt: noon)
  }

  /// - Parameters:
  ///   - start: hours before noon.
  ///   - end: hours before noon; nil for one that runs.
  func sleep(from start: Int, to end: Int? = nil, note: String? = nil) -> Entry {
    Entry(
      id: IDGenerator().next(at: Self.noon), childID: eva.id, content: .sleep, start: Self.noon - .hours(start),
      end: end.map { Self.noon - .hours($0) }, note: note, createdAt: Self.noon, updatedAt: Self.noon)
  }

  /// What the server has, asked for without the proxy in between.
  func everything() async throws -> RemotePage {
    let direct = HTTPUpstream(try Self.address(port), token: anna.bearer, over: patient)
    guard case .page(let page, tag: _) = try await direct.changes(after: nil, knowing: nil, limit: 1000) else {
      throw NoPage()
    }
    return page
  }

  struct NoPage: Error {}
}

extension PendingWrite {
  init(_ entry: Entry, base: Instant? = nil, key: String = "key") {
    self.init(id: 1, idempotencyKey: key, content: .entry(entry, base: base))
  }
}

extension SendResult {
  /// The child that the server has accepted.
  var childAccepted: Child? { if case .childAccepted(let child?) = self { child } else { nil } }

  /// The entry that the server has accepted.
  var accepted: Entry? { if case .accepted(let entry) = self { entry } else { nil } }
}

/// A stream of news, and what has come on it.
final class Following: Sendable {
  enum Sign: Hashable { case heard(String), ended(EventStreamEnd) }

  let stream: EventStreamHandle
  private let signs: AsyncStream<Sign>

  init(_ server: HTTPUpstream) {
    let (signs, sign) = AsyncStream.makeStream(of: Sign.self)
    self.signs = signs
    stream = server.followEvents {
      sign.yield(.heard($0))
    } ended: {
      sign.yield(.ended($0))
      sign.finish()
    }
  }

  func next() async -> Sign? {
    for await sign in signs { return sign }
    return nil
  }

  func nextID() async -> String? {
    if case .heard(let id)? = await next() { id } else { nil }
  }
}
