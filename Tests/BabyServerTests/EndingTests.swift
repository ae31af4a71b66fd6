import BabyModel
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing

@testable import BabyServer

@Suite("A server that cannot go on")
struct EndingTests {
  @Test("a part that stops by itself has the others shut down, and the server fails")
  func stops() async {
    let lasting = RecordingService()
    let group = FamilyServer.group(
      [lasting, Stopping()], ending: [], logger: Logger(label: "test") { _ in LogRecorder() })
    let failure = await #expect(throws: ServerStartFailure.self) { try await group.run() }
    #expect(failure?.description == "A part of the server has stopped: Stopping.")
    #expect(lasting.wasCancelled.withLock { $0 } == false)
  }

  enum OtherPort: CaseIterable {
    case metrics, trust
  }

  /// See `ConnectionTests.arrivalsAtTheEnd`.
  @Test(
    "a taken port ends it with an error, and connections that arrive meanwhile are closed",
    arguments: OtherPort.allCases, 1...5)
  func portTaken(port: OtherPort, round: Int) async throws {
    let loops = MultiThreadedEventLoopGroup.singleton
    let listener = try await ServerBootstrap(group: loops).bind(host: "127.0.0.1", port: 0).get()
    let taken = try #require(listener.localAddress?.port)
    let directory = try TemporaryDirectory()
    var configuration = ServerConfiguration(database: directory.path + "/server.db")
    configuration.port = 0
    configuration.limits.ending = .milliseconds(50)
    switch port {
    case .metrics: configuration.metrics = MetricsAddress("127.0.0.1:\(taken)")
    case .trust:
      let folder = CertificateFolder(besides: configuration.database)
      _ = try folder.make([.host("localhost")], by: nil, at: .systemNow)
      configuration.familyCertificates = folder
      configuration.trustPort = taken
    }
    let server = try FamilyServer(
      configuration, logger: Logger(label: "test") { _ in LogRecorder() }, now: { .systemNow })
    let arrivals = Mutex<[EventLoopFuture<any Channel>]>([])
    let failure = await #expect(throws: ServerStartFailure.self) {
      try await server.run(onListening: { port in
        let clients = ClientBootstrap(group: loops)
        arrivals.withLock { $0 = (1...100).map { _ in clients.connect(host: "127.0.0.1", port: port) } }
      })
    }
    #expect(failure?.description.hasSuffix("\(taken): Address already in use.") == true)
    try await waitForClosing(of: arrivals.withLock { $0 })
    try await listener.close()
  }
}

private struct Stopping: Service {
  func run() async {}
}

/// Runs until it is shut down or cancelled, and remembers which.
private final class RecordingService: Service {
  let wasCancelled = Mutex<Bool?>(nil)

  func run() async {
    try? await gracefulShutdown()
    wasCancelled.withLock { $0 = Task.isCancelled }
  }
}
