import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import BabyUpstream
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization

@testable import BabyAccount
@testable import BabyDaemon
@testable import BabySocket

/// The daemon without its socket, on a real database in a directory of its own, with a clock that stands until it is
/// set and ids that count.
final class TestDaemon: Sendable {
  let clock: TestClock
  let directory: URL
  let store: Store
  let engine: Engine
  let router: Router
  let outlet = RecordingOutlet()
  let feed: ChangeFeed
  let desk: AccountDesk
  private let feeding: Task<Void, Never>
  /// Each uid's connection.
  private let sessions = Mutex<[UInt32: ClientSession]>([:])

  /// - Parameters:
  ///   - eventLoop: where the sockets are served whose clients subscribe; nil when there are none.
  ///   - keepsOutbox: whether the database is an account's.
  init(
    at now: Instant = Instant(milliseconds: 1_606_000_000_000), systemZone: String = "UTC",
    limits: SocketLimits = SocketLimits(), eventLoop: (any EventLoop)? = nil,
    keepsOutbox: Bool = false, onCommit: @escaping @Sendable (CommittedChanges) -> Void = { _ in }
  ) throws {
    let clock = TestClock(now)
    self.clock = clock
    directory = FileManager.default.temporaryDirectory.appending(path: "bb-\(UUID().uuidString)")
    let feed = ChangeFeed(limits: limits, outletExecutor: eventLoop.map { EventLoopTaskExecutor($0) })
    self.feed = feed
    let commits = CommitWatch(feed: feed)
    let counter = Mutex<UInt64>(0)
    let ids = IDGenerator {
      counter.withLock { count in
        count += 1
        return count
      }
    }
    store = try Store.open(
      path: directory.path + "/local.db", now: now, ids: ids, keepsOutbox: keepsOutbox,
      readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor
    ) { changes in
      commits.committed(changes)
      onCommit(changes)
    }
    engine = Engine(store: store, zones: ZoneDatabase(), ids: ids, systemZone: systemZone) { clock.now }
    let facts = DaemonFacts(version: "0.0.0", pid: 1, startedAt: now, socket: "/run/test.sock")
    let desk = try AccountDesk.open(
      in: directory.path, environment: [:], defaultServer: .standard, ids: IDGenerator(), clock: { clock.now },
      disk: globalConcurrentExecutor, logger: Logger(label: "test")
    ) { HTTPUpstream($0, token: $1, over: Self.connections) }
    self.desk = desk
    let board = SyncBoard(desk.standing) { feed.standingHasChanged() }
    let courier = Courier(
      desk: desk, board: board, tell: { feed.tell($0) }, interest: { (false, false) }, setAlarm: { _ in })
    router = Router(
      engine: engine,
      handlers: .all(
        facts, ids: ids, commits: commits, counters: SocketCounters(),
        statistics: CallStatistics { clock.now }, workingOn: globalConcurrentExecutor,
        desk: desk, courier: courier, after: { _, _ in {} }), feed: feed)
    feeding = Task { [engine] in
      await feed.run(engine, logger: Logger(label: "test"))
    }
  }

  /// Ends what runs beside the calls; to be called before the event loop ends.
  func stop() async {
    feeding.cancel()
    await feeding.value
  }

  deinit {
    feeding.cancel()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Ways to servers, which no test of the daemon alone goes. They last as long as the process.
  private static let connections: ServerConnections = {
    do {
      return try ServerConnections(on: MultiThreadedEventLoopGroup.singleton.next()) { Instant(milliseconds: 0) }
    } catch { fatalError("\(error)") }
  }()

  private func session(uid: UInt32) -> ClientSession {
    sessions.withLock { sessions in
      let session = sessions[uid] ?? ClientSession(id: 1, peer: Peer(pid: 7, uid: uid, gid: uid), outlet: outlet) {}
      sessions[uid] = session
      return session
    }
  }

  /// The events that have come since they were last asked for, as lines.
  func events() async throws -> [String] {
    // Whoever joins gets in after everything before has been told.
    let caller = Caller(uid: 0, client: "barrier")
    let join = JoinParams(caller: caller, topics: [.account], child: nil, since: nil)
    let joined = try await feed.subscribe(join, session: 0, outlet: WaitingCall())
    _ = feed.unsubscribe(joined.number, session: 0)
    return outlet.take()
  }

  /// One line in, one line out, as over the socket.
  func answer(_ line: String, uid: UInt32 = 1000) async throws -> String {
    let session = session(uid: uid)
    let request = try Request(json: JSON(parsing: line.utf8))
    let id = request.id ?? .number(0)
    let bytes: [UInt8]
    do {
      if let result = router.immediateResult(for: request, session: session) {
        bytes = Response.success(id: id, result: result)
      } else {
        bytes = Response.success(id: id, result: try await router.result(for: request, session: session))
      }
    } catch {
      bytes = Response.failure(id: request.id, error)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls a method and reads its answer.
  func call<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Answer {
    let json = try JSON(parsing: params.encoded)
    let request = Request(id: .number(1), method: method.name, params: json)
    return try Method.Answer(
      json: JSON(parsing: try await router.result(for: request, session: session(uid: 1000))))
  }
}

/// A clock that stands until it is set.
final class TestClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ now: Instant) { instant = Mutex(now) }

  var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }

  func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}
