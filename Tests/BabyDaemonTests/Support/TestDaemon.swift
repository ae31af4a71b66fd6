import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import BabyAccount
@testable import BabyDaemon
@testable import BabySocket

/// The daemon without its socket, on a real database in a directory of its own, with a clock that stands until it is
/// set and ids that count. It is put together as the real one is; beside the calls only the change feed runs.
final class TestDaemon: Sendable {
  let core: DaemonCore
  let clock: TestClock
  let directory: TemporaryDirectory
  let accounts: AccountManager
  let sink = RecordingSink()
  private let feeding: Task<Void, Never>
  /// Each uid's connection.
  private let sessions = Mutex<[UInt32: ClientSession]>([:])

  var engine: Engine { core.engine }
  var store: Store { core.engine.store }
  var router: Router { core.router }
  var feed: ChangeFeed { core.feed }

  /// - Parameters:
  ///   - directory: where an earlier one was; nil for a new one.
  ///   - turns: of the event loop that serves the sockets whose clients subscribe; nil when there are none.
  ///   - keepsOutbox: whether the database is an account's, to which nobody is logged in.
  ///   - environment: where the keyring is found.
  ///   - upstream: every family server; nil for real ones.
  ///   - setAlarm: takes what the daemon wants to be woken for.
  init(
    at now: Instant = Instant(milliseconds: 1_606_000_000_000), in directory: TemporaryDirectory? = nil,
    systemZone: String = "UTC", limits: SocketLimits = SocketLimits(),
    turns: NIOLoopBound<NextTurnQueue>? = nil, keepsOutbox: Bool = false, environment: [String: String] = [:],
    upstream: (any Upstream)? = nil,
    setAlarm: @escaping @Sendable (Instant?, AlarmCause) -> Void = { _, _ in }
  ) async throws {
    let clock = TestClock(now)
    self.clock = clock
    let isNew = directory == nil
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    if keepsOutbox { try Self.writeAccountBook(in: directory.path, at: now) }
    let counter = Mutex<UInt64>(isNew ? 0 : 1 << 32)
    let ids = IDGenerator {
      counter.withLock { count in
        count += 1
        return count
      }
    }
    let logger = Logger(label: "test")
    accounts = try AccountManager(
      in: directory.path, environment: environment, defaultServer: nil, ids: IDGenerator(), clock: { clock.now },
      disk: globalConcurrentExecutor, logger: logger
    ) { upstream ?? HTTPUpstream($0, token: $1, over: Self.connections) }
    let parts = DaemonParts(
      facts: DaemonFacts(version: "0.0.0", pid: 1, startedAt: now, socket: "/run/test.sock"), limits: limits,
      clock: { clock.now }, ids: ids, zones: ZoneDatabase(), systemZone: systemZone,
      readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor, setAlarm: setAlarm,
      counters: SocketCounters(), statistics: CallStatistics { clock.now }, accounts: accounts, logger: logger)
    let core = try await DaemonCore(parts, turns: turns)
    self.core = core
    feeding = Task { await core.feed.run(core.engine, logger: logger) }
  }

  /// The remains of a former login.
  private static func writeAccountBook(in directory: String, at now: Instant) throws {
    let ids = IDGenerator()
    var book = AccountBook(installation: ids.next(at: now))
    book.use(
      KnownAccount(
        server: try ServerAddress("https://baby.example.org"), user: ids.next(at: now), email: "anna@example.org",
        name: "Anna", tokenPlace: nil))
    try AccountBookFile(dataDirectory: directory).write(book)
  }

  /// Ends what runs beside the calls; to be called before the event loop ends.
  func stop() async {
    feeding.cancel()
    await feeding.value
  }

  deinit { feeding.cancel() }

  /// Ways to servers, which no test of the daemon alone goes. They last as long as the process.
  private static let connections: ServerConnections = {
    do {
      return try ServerConnections(on: MultiThreadedEventLoopGroup.singleton.next()) { Instant(milliseconds: 0) }
    } catch { fatalError("\(error)") }
  }()

  private func session(uid: UInt32) -> ClientSession {
    sessions.withLock { sessions in
      let session = sessions[uid] ?? ClientSession(id: 1, peer: Peer(pid: 7, uid: uid, gid: uid), sink: sink)
      sessions[uid] = session
      return session
    }
  }

  /// The events that have come since they were last asked for, as lines.
  func events() async throws -> [String] {
    // A new subscriber joins after all earlier events were sent.
    let caller = Caller(uid: 0, client: "barrier")
    let join = JoinParams(caller: caller, topics: [.account], child: nil, since: nil)
    let joined = try await feed.subscribe(join, session: 0, sink: WaitingCall())
    _ = feed.unsubscribe(joined.number, session: 0)
    return sink.take()
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
      let method = allMethods.first { $0.name == request.method }
      let isDeclared = method.map { $0.allErrors.contains(error.code) } ?? (error.code == .methodNotFound)
      #expect(isDeclared, "\(request.method) does not declare \(error.code.name)")
      bytes = Response.failure(id: request.id, error)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is kept as the answer to a line, so that nothing has to be read for it; nil if nothing is.
  func keptAnswer(to line: String, uid: UInt32 = 1000) throws -> [UInt8]? {
    router.immediateResult(for: try Request(json: JSON(parsing: line.utf8)), session: session(uid: uid))
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

extension TestDaemon {
  /// Runs a body with a daemon behind a real socket.
  static func serve(
    at now: Instant = Instant(milliseconds: 1_606_000_000_000), systemZone: String = "UTC",
    limits: SocketLimits = .patient, _ body: (TestDaemon, SocketFixture) async throws -> Void
  ) async throws {
    var made: TestDaemon?
    try await SocketFixture.run(limits: limits) { turns in
      let daemon = try await TestDaemon(at: now, systemZone: systemZone, limits: limits, turns: turns)
      made = daemon
      return daemon.router
    } _: { sockets in
      guard let daemon = made else { return }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(daemon, sockets)) } catch { outcome = .failure(error) }
      await daemon.stop()
      try outcome.get()
    }
  }
}
