import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Logging
import Synchronization
@testable import BabyAccount
@testable import BabyEngine

/// Anna's machine without its socket: database, sync loop and account, with a clock that stands until it is set.
final class SyncedMachine: Sendable {
  let engine: Engine
  let syncLoop: SyncLoop
  let accounts: AccountManager
  private let directory: String
  private let world: World
  private let running: Task<Void, Never>

  /// - Parameter isWatched: whether a client is active all the time, so that it follows the server's events.
  static func run(
    at family: Family, isWatched: Bool = false, _ body: (SyncedMachine) async throws -> Void
  ) async throws {
    let machine = try await SyncedMachine(at: family, isWatched: isWatched)
    let result: Result<Void, any Error>
    do { result = .success(try await body(machine)) } catch { result = .failure(error) }
    machine.running.cancel()
    await machine.running.value
    try? machine.engine.store.close()
    try? FileManager.default.removeItem(atPath: machine.directory)
    try result.get()
  }

  private init(at family: Family, isWatched: Bool) async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbsynced-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let world = World()
    world.isWatched.withLock { $0 = isWatched }
    accounts = try AccountManager(
      in: directory, environment: [:], defaultServer: nil, ids: IDGenerator(), clock: { Family.noon },
      disk: globalConcurrentExecutor, logger: logger
    ) { HTTPUpstream($0, token: $1, over: $1 == nil ? family.patient : family.connections) }
    let credentials = Credentials(email: "anna@example.org", password: Family.password)
    _ = try await accounts.login(credentials, at: try Family.address(family.proxy.port))
    let syncLoop = SyncLoop(
      accounts: accounts, syncStatus: SyncStatus(accounts.connectionStatus) {},
      tell: { records in world.banners.withLock { $0 += records.map(\.text) } },
      interest: {
        world.passing.withLock { $0.take() }.map(world.reach)
        return (world.isWatched.withLock { $0 }, false)
      },
      setAlarm: { world.rest(until: $0) }, jitter: { 0.5 })
    let store = try Store.open(
      path: accounts.databasePath, now: Family.noon, keepsOutbox: true, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor
    ) {
      syncLoop.committed($0)
    }
    let engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") {
      world.clock.withLock { $0 }
    }
    running = Task { await syncLoop.run(engine, logger: logger) }
    (self.syncLoop, self.engine, self.directory) = (syncLoop, engine, directory)
    self.world = world
    _ = await world.rest(after: 0)
  }

  /// What the machine's clock shows, and what was told.
  private final class World: Sendable {
    let clock = Mutex(Family.noon)
    let isWatched = Mutex(false)
    /// What the clock is to show once the sync loop has looked at it.
    let passing = Mutex<Instant?>(nil)
    let banners = Mutex<[String]>([])
    private let rests = Mutex(Rests())

    private struct Rests {
      var count = 0
      var alarm: Instant?
      var waiting: [(after: Int, continuation: CheckedContinuation<Instant?, Never>)] = []
    }

    func reach(_ instant: Instant) { clock.withLock { $0 = max($0, instant) } }

    /// How often the sync loop has had nothing more to do.
    var restCount: Int { rests.withLock { $0.count } }

    func rest(until alarm: Instant?) {
      let done = rests.withLock { rests in
        rests.count += 1
        rests.alarm = alarm
        defer { rests.waiting.removeAll { $0.after < rests.count } }
        return rests.waiting.filter { $0.after < rests.count }
      }
      for waiting in done { waiting.continuation.resume(returning: alarm) }
    }

    /// Waits until it has nothing more to do once more.
    ///
    /// - Returns: when it wants to be woken.
    func rest(after count: Int) async -> Instant? {
      await withCheckedContinuation { continuation in
        let alarm: Instant?? = rests.withLock { rests in
          guard rests.count <= count else { return .some(rests.alarm) }
          rests.waiting.append((count, continuation))
          return nil
        }
        if let alarm { continuation.resume(returning: alarm) }
      }
    }
  }

  var now: Instant { world.clock.withLock { $0 } }

  /// Has the last one look away, and lets the sync loop see it.
  func lookAway() async -> Instant? {
    world.isWatched.withLock { $0 = false }
    return await settled()
  }

  /// Waits until something is so after the sync loop has come to rest, again and again.
  func rest(until isSo: () async throws -> Bool) async throws {
    while true {
      let count = world.restCount
      if try await isSo() { return }
      _ = await world.rest(after: count)
    }
  }

  /// Asks the server now.
  func refresh() async { _ = await syncLoop.refresh() }

  /// The public state of the connection to the server.
  var connectionStatus: ConnectionStatus { syncLoop.syncStatus.current }

  /// Number of the change that is being sent.
  var onItsWay: Int64? { syncLoop.syncStatus.onItsWay }

  /// The banners since the last time.
  func banners() -> [String] {
    world.banners.withLock { banners in
      defer { banners = [] }
      return banners
    }
  }

  /// Changes the log, and waits until the sync loop has done what it can.
  ///
  /// - Returns: when it wants to be woken.
  func change(_ body: @escaping @Sendable (LogbookWriter) throws -> Void) async throws -> Instant? {
    try await engine.write(as: Caller(uid: 1000, client: "test"), body)
    return await settled()
  }

  /// Lets time pass until the sync loop has asked to be woken.
  func sleep(until instant: Instant) async -> Instant? {
    world.reach(instant)
    return await settled()
  }

  /// The same, while the sync loop is looking what is due.
  func sleepWhileLooking(until instant: Instant) async -> Instant? {
    world.passing.withLock { $0 = instant }
    return await settled()
  }

  /// Waits until the sync loop has nothing more to do.
  private func settled() async -> Instant? {
    // It may come to rest from something earlier; what it does after that knows what is so now.
    var alarm: Instant?
    for _ in 0..<2 {
      let count = world.restCount
      syncLoop.timeHasPassed()
      alarm = await world.rest(after: count)
    }
    return alarm
  }
}

extension SyncedMachine {
  func log(_ text: String, of child: String = "Eva") async throws {
    try await engine.write(as: Caller(uid: 1000, client: "test")) { book in
      _ = try book.logEntry(.init(childID: child, entry: .note(), note: text))
    }
  }

  /// Entries that are not deleted, by id.
  func live() async throws -> [Entry] {
    try await engine.read(Caller(uid: 1000, client: "test")) { book in
      try book.transaction.storedEntries(after: nil, limit: 10_000).map(\.entry).filter { $0.deletedAt == nil }
    }
  }
}

extension Engine {
  func counts() async throws -> QueueCounts {
    try await read(Caller(uid: 1000, client: "test")) { try $0.transaction.queueCounts() }
  }
}
