import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization
import SystemCalls
import Systemd

/// The parts that a process passes to its daemon.
struct DaemonDependencies: Sendable {
  var environment: [String: String]
  /// Where the sockets are served and tasks run.
  var eventLoop: any EventLoop
  /// Where reads run, and what takes long.
  var readExecutor: any TaskExecutor
  /// Where writes run.
  var writeExecutor: any TaskExecutor
  /// Keeps the machine awake while something is written; nil if nothing does.
  var sleepDelay: SleepDelay?
  /// How far the daemon's clock is ahead of the system's.
  var lead: @Sendable () -> Duration = { .zero }
  var logger: Logger

  var now: @Sendable () -> Instant { { [lead] in Self.systemNow() + lead() } }

  static let systemNow: @Sendable () -> Instant = { Instant(milliseconds: SystemClock.wallMilliseconds) }
}

/// The daemon put together: locks, database, engine, router, socket.
struct Daemon {
  private let configuration: DaemonConfiguration
  private let dependencies: DaemonDependencies

  /// Waits until the daemon is to end.
  typealias Ending = @Sendable () async -> Void

  init(_ configuration: DaemonConfiguration, in dependencies: DaemonDependencies) {
    self.configuration = configuration
    self.dependencies = dependencies
  }

  /// Runs a daemon as a separate process, until SIGTERM or SIGINT.
  ///
  /// READY=1 is sent when requests are answered: the database is open, migrated and checked, and the socket listens.
  ///
  /// - Parameters:
  ///   - eventLoop: where the socket is served and tasks run.
  ///   - reload: reads the configuration again, on SIGHUP.
  /// - Throws: `StartFailure`, with a sentence for a person.
  static func runProcess(
    _ configuration: DaemonConfiguration, environment: [String: String], eventLoop: any EventLoop,
    reload: @escaping @Sendable () throws(ConfigurationError) -> DaemonConfiguration
  ) async throws {
    let level = LogLevel(configuration.logLevel)
    let logger = Logger(label: "babybasicsd") { DaemonLogHandler(label: $0, level: level) }
    let dependencies = DaemonDependencies(
      environment: environment, eventLoop: eventLoop, readExecutor: ThreadPoolTaskExecutor(),
      writeExecutor: try DiskThread(),
      sleepDelay: SleepDelay(busAddress: BusAddress.system(environment: environment)), logger: logger)
    let daemon = Daemon(configuration, in: dependencies)
    let signals = await SignalLoop.trapped()
    try await daemon.run(on: try daemon.listeningSockets()) { served in
      let loop = SignalLoop(
        signals: signals, level: level, current: configuration, reload: reload,
        statusText: { await served.core.statusText() }, logger: logger)
      Notify.ready(status: await loop.statusText())
      return { await loop.run() }
    }
  }

  /// Runs on sockets, which it removes in the end.
  ///
  /// - Parameter begin: called when requests are answered; the daemon ends when what it returns does.
  func run(
    on sockets: [ListeningSocket], _ begin: @escaping @Sendable (CurrentDatabase) async -> Ending
  ) async throws {
    do { try await lockAndServe(on: sockets, begin) } catch {
      for socket in sockets { socket.removeFile() }
      throw error
    }
    dependencies.logger.info("stopped", event: .stopped)
  }

  /// The sockets that the service manager has handed over, or one of our own.
  private func listeningSockets() throws -> [ListeningSocket] {
    let handedOver: [ListenFD]
    do { handedOver = try ListenFD.receive() } catch {
      throw StartFailure(message: error.description, status: .configuration)
    }
    do {
      guard !handedOver.isEmpty else { return [try ListeningSocket.make(at: configuration.socket)] }
      return try handedOver.map { handed throws(SocketError) in try ListeningSocket.adopt(handed.descriptor) }
    } catch { throw StartFailure(error) }
  }

  private func lockAndServe(
    on sockets: [ListeningSocket], _ begin: @escaping @Sendable (CurrentDatabase) async -> Ending
  ) async throws {
    let lock = try lockDatabases()
    defer { lock?.release() }
    let connections = try serverConnections()
    do {
      try await serve(on: sockets, over: connections, begin)
    } catch {
      await connections.shutdown()
      throw error
    }
    await connections.shutdown()
  }

  private func serve(
    on sockets: [ListeningSocket], over connections: ServerConnections,
    _ begin: @escaping @Sendable (CurrentDatabase) async -> Ending
  ) async throws {
    let (environment, eventLoop, logger) = (dependencies.environment, dependencies.eventLoop, dependencies.logger)
    let (now, lead) = (dependencies.now, dependencies.lead)
    let ids = IDGenerator()
    let history = VersionHistory(recording: version, in: configuration.data, at: now())
    let accounts: AccountManager
    do {
      accounts = try AccountManager(
        in: configuration.data, environment: environment, defaultServer: configuration.server, ids: ids, clock: now,
        disk: dependencies.readExecutor, logger: logger
      ) { address, token in
        HTTPUpstream(
          address, token: token, device: DeviceSecret.made(for: address), sessionName: MachineName.ofSessions(),
          over: connections)
      }
    } catch { throw StartFailure(error) }
    let facts = DaemonFacts(
      version: version, pid: Int(getpid()), startedAt: now(), configuration: configuration,
      socket: sockets.first?.path ?? "", upgrade: history.upgrade)
    let limits = SocketLimits(
      connections: configuration.maxConnections, connectionsPerUser: configuration.connectionsPerUser,
      descriptors: descriptorLimit())
    let alarm = Alarm<AlarmCause>(eventLoop: eventLoop)
    let parts = DaemonParts(
      facts: facts, limits: limits, clock: now, ids: ids, zones: ZoneDatabase(),
      systemZone: SystemZone.name(environment: environment), readExecutor: dependencies.readExecutor,
      writeExecutor: dependencies.writeExecutor,
      setAlarm: { due, cause in alarm.set(at: due.map { $0 - lead() }, for: cause) },
      sleepDelay: dependencies.sleepDelay, counters: SocketCounters(), statistics: CallStatistics(now: now),
      accounts: accounts, logger: logger)
    let served = try await CurrentDatabase(on: sockets, eventLoop: eventLoop, parts)
    alarm.onExpiry { served.core.timeHasPassed() }
    let watchdog = Watchdog.start(parts, on: eventLoop)
    defer { watchdog?.cancel() }
    accounts.whenDatabaseChanges { served.changeDatabase() }
    let listening = AccountSignals(environment: environment, logger: logger) {
      // A connection from before may be dead without knowing.
      connections.reconnect()
      served.core.syncLoop.wake()
    }
    defer { listening.listen(false) }
    accounts.whenSessionChanges {
      listening.listen(accounts.session != nil)
      served.core.syncLoop.wake()
    }
    // Calls are already answered; background work begins after the announcement.
    let ending = await begin(served)
    try await withThrowingTaskGroup { group in
      group.addTask { await parts.accounts.resume() }
      group.addTask {
        await ending()
        served.close()
      }
      try await served.run()
      group.cancelAll()
    }
  }

  /// The ways to family servers, whose answers are dated by the systems' clocks.
  private func serverConnections() throws -> ServerConnections {
    do {
      return try ServerConnections(
        on: dependencies.eventLoop, certificateAuthorities: configuration.certificateAuthorities,
        now: DaemonDependencies.systemNow)
    } catch { throw StartFailure(message: error.description, status: .configuration) }
  }

  /// Keeps other daemons away from the databases, which may be reached through two sockets.
  ///
  /// - Returns: nil if nothing can be written anyway; the store says what that means.
  private func lockDatabases() throws -> PathLock? {
    try? SocketDirectory.make(configuration.data)
    do { return try PathLock(file: configuration.data + "/babybasicsd.lock") } catch {
      guard case .held(let pid) = error else { return nil }
      let holder = pid.map { " (process \($0))" } ?? ""
      throw StartFailure(
        message: "Another babybasicsd\(holder) is already using \(configuration.data).", status: .temporary)
    }
  }
}

/// One database after the other, served on the same sockets.
///
/// Everything around a database is rebuilt when another account's replaces it, so that nothing of one family is left for
/// another.
final class CurrentDatabase: Sendable {
  /// Time in which a stopping daemon finishes what it has accepted; half a second is left to close the database.
  private static let shutdownTime: Duration = .milliseconds(4500)

  private struct Database {
    var core: DaemonCore
    var server: SocketServer
    var endings: AsyncStream<Never>
    /// Ends the work on this database.
    var ending: AsyncStream<Never>.Continuation
  }

  private struct State {
    var database: Database
    /// The database in use has changed since this one was opened, or since its opening began.
    var isOutdated = false
    var isClosed = false
  }

  private let sockets: [ListeningSocket]
  private let eventLoop: any EventLoop
  private let parts: DaemonParts
  private let state: Mutex<State>

  /// Opens the database of the account in use and serves it.
  ///
  /// - Throws: `StartFailure`.
  init(on sockets: [ListeningSocket], eventLoop: any EventLoop, _ parts: DaemonParts) async throws {
    (self.sockets, self.eventLoop, self.parts) = (sockets, eventLoop, parts)
    state = Mutex(State(database: try await Self.open(on: sockets, eventLoop: eventLoop, parts)))
  }

  /// Everything around the present database.
  var core: DaemonCore { state.withLock { $0.database.core } }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private static func open(
    on sockets: [ListeningSocket], eventLoop: any EventLoop, _ parts: DaemonParts
  ) async throws -> Database {
    let turns = try await NextTurnQueue.make(on: eventLoop)
    let core = try await DaemonCore(parts, turns: turns)
    let service = SocketService(
      handler: core.router, limits: parts.limits, counters: parts.counters, statistics: parts.statistics,
      logger: parts.logger)
    let server = try await SocketServer.start(on: sockets, eventLoop: eventLoop, turns: turns, service: service)
    parts.logger.info(
      "ready", event: .ready,
      metadata: [
        "socket": "\(sockets.map(\.path).joined(separator: " "))", "database": "\(core.engine.store.path)",
      ])
    let (endings, ending) = AsyncStream.makeStream(of: Never.self)
    return Database(core: core, server: server, endings: endings, ending: ending)
  }

  /// Serves one database after the other, until `close`.
  func run() async throws {
    while true {
      let database = state.withLock { $0.database }
      await withTaskGroup { group in
        group.addTask { await database.core.run() }
        for await _ in database.endings {}
        group.cancelAll()
      }
      if !isClosed { await database.server.leave(within: Self.shutdownTime) }
      // It may have been closed while the last requests were answered.
      let isLast = isClosed
      if isLast { await database.server.shutDown(within: Self.shutdownTime) }
      try? database.core.engine.store.close()
      if isLast { return }
      state.withLock { $0.isOutdated = false }
      let next = try await Self.open(on: sockets, eventLoop: eventLoop, parts)
      state.withLock { state in
        state.database = next
        if state.isClosed || state.isOutdated { next.ending.finish() }
      }
    }
  }

  /// Another account's database is to be used.
  func changeDatabase() {
    state.withLock { state in
      state.isOutdated = true
      state.database.ending.finish()
    }
  }

  /// Has `run` return.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.database.ending.finish()
    }
  }
}
