import BabyProtocol
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import SystemCalls

@testable import BabyDaemon
@testable import BabySocket

/// A socket server in a directory of its own.
struct SocketFixture {
  let path: String
  let server: SocketServer
  let service: SocketService
  let logs: LogRecorder
  private let group: MultiThreadedEventLoopGroup

  /// Starts a server, runs the body, and stops the server.
  static func run<Value>(
    _ handler: any RequestHandler, limits: SocketLimits = .patient, policy: PeerPolicy = .ownUserAndRoot(),
    _ body: (SocketFixture) async throws -> Value
  ) async throws -> Value {
    try await run(limits: limits, policy: policy, handler: { _ in handler }, body)
  }

  /// - Parameter handler: makes the handler, given the turns of the event loop on which the sockets are served.
  static func run<Value>(
    limits: SocketLimits = .patient, policy: PeerPolicy = .ownUserAndRoot(),
    handler: (NIOLoopBound<NextTurnQueue>) async throws -> any RequestHandler,
    _ body: (SocketFixture) async throws -> Value
  ) async throws -> Value {
    try await withTemporaryDirectory { directory in
      let logs = LogRecorder()
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let turns = try await NextTurnQueue.make(on: group.next())
      let service = SocketService(
        handler: try await handler(turns), policy: policy, limits: limits, logger: logs.logger)
      let socket = try ListeningSocket.make(at: directory + "/daemon.sock")
      let server = try await SocketServer.start(
        on: [socket], eventLoop: group.next(), turns: turns, service: service)
      let fixture = SocketFixture(path: socket.path, server: server, service: service, logs: logs, group: group)
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body(fixture)) } catch { outcome = .failure(error) }
      await server.shutDown(within: .milliseconds(200))
      try await group.shutdownGracefully()
      return try outcome.get()
    }
  }

  func connect() throws -> TestClient { try TestClient(path) }
}

/// Runs the body with a new directory, and removes it with all that is in it.
func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  var template = Array("/tmp/bb-socket-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(systemErrorText())") }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

/// Keeps what is logged.
final class LogRecorder: Sendable {
  struct Line: Sendable {
    var level: Logger.Level
    var message: String
    var metadata: [String: String]
  }

  private let recorded = Mutex<[Line]>([])

  var lines: [Line] { recorded.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { [self] _ in Handler(recorder: self) } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = Line(
        level: event.level, message: event.message.description,
        metadata: (event.metadata ?? [:]).mapValues { $0.description })
      recorder.recorded.withLock { $0.append(line) }
    }
  }
}

extension SocketLimits {
  /// On a busy machine a test itself may come to its reading late.
  static let patient = SocketLimits(stallTimeout: .seconds(600))
}
