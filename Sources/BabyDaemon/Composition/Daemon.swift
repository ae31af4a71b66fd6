import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore
import BabyUpstream
import Glibc
import Logging
import NIOCore
import NIOPosix
import Serving
import Synchronization
import SystemCalls
import Systemd

/// The daemon put together: locks, database, engine, router, socket.
///
/// READY=1 is sent when requests are answered: the database is open, migrated and checked, and the socket listens.
struct Daemon {
  private static let clock: @Sendable () -> Instant = { Instant(milliseconds: SystemClock.wallMilliseconds) }

  private let configuration: DaemonConfiguration
  private let environment: [String: String]
  private let eventLoop: any EventLoop
  private let reload: @Sendable () throws(ConfigurationError) -> DaemonConfiguration

  /// - Parameters:
  ///   - eventLoop: where the socket is served and tasks run.
  ///   - reload: reads the configuration again, on SIGHUP.
  init(
    _ configuration: DaemonConfiguration, environment: [String: String], eventLoop: any EventLoop,
    reload: @escaping @Sendable () throws(ConfigurationError) -> DaemonConfiguration
  ) {
    self.configuration = configuration
    self.environment = environment
    self.eventLoop = eventLoop
    self.reload = reload
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: `StartFailure`, with a sentence for a person.
  func run() async throws {
    let level = LogLevel(configuration.logLevel)
    let logger = Logger(label: "babybasicsd") { DaemonLogHandler(label: $0, level: level) }
    let sockets = try listeningSockets()
    do { try await serve(on: sockets, logger: logger, level: level) } catch {
      for socket in sockets { socket.removeFile() }
      throw error
    }
    logger.info("stopped", event: .stopped)
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

  private func serve(on sockets: [ListeningSocket], logger: Logger, level: LogLevel) async throws {
    let lock = try lockDatabases()
    defer { lock?.release() }
    let connections = try serverConnections()
    do {
      try await serve(on: sockets, over: connections, logger: logger, level: level)
    } catch {
      await connections.shutdown()
      throw error
    }
    await connections.shutdown()
  }

  private func serve(
    on sockets: [ListeningSocket], over connections: ServerConnections, logger: Logger, level: LogLevel
  ) async throws {
    let clock = Self.clock
    let ids = IDGenerator()
    let diskThreads = ThreadPoolTaskExecutor()
    let desk: AccountDesk
    do {
      desk = try AccountDesk.open(
        in: configuration.data, environment: environment, defaultServer: configuration.server, ids: ids, clock: clock,
        disk: diskThreads, logger: logger
      ) { address, token in
        HTTPUpstream(
          address, token: token, device: DeviceSecret.made(for: address), sessionName: MachineName.ofSessions(),
          over: connections)
      }
    } catch { throw StartFailure(error) }
    let facts = DaemonFacts(
      version: version, pid: Int(getpid()), startedAt: clock(), configuration: configuration,
      socket: sockets.first?.path ?? "")
    let limits = SocketLimits(
      connections: configuration.maxConnections, connectionsPerUser: configuration.connectionsPerUser)
    let alarm = Alarm<AlarmCause>(eventLoop: eventLoop)
    let parts = DaemonParts(
      facts: facts, limits: limits, clock: clock, ids: ids, zones: ZoneDatabase(),
      systemZone: SystemZone.name(environment: environment), readExecutor: diskThreads,
      writeExecutor: try DiskThread(), setAlarm: { alarm.set(at: $0, for: $1) },
      sleepDelay: SleepDelay(busAddress: BusAddress.system(environment: environment)), counters: SocketCounters(),
      statistics: CallStatistics(now: clock), desk: desk, logger: logger)
    let served = ServedHousehold(try await Household(on: sockets, eventLoop: eventLoop, parts))
    alarm.whenItRings { served.current.timeHasPassed() }
    let watchdog = Watchdog.start(parts, on: eventLoop)
    defer { watchdog?.cancel() }
    desk.whenDatabaseChanges { served.current.end(isLast: false) }
    let listening = SignalsWhileLoggedIn(environment: environment, logger: logger) {
      // A connection from before may be dead without knowing.
      connections.reconnect()
      served.current.wake()
    }
    desk.whenSessionChanges {
      listening.listen(desk.session != nil)
      served.current.wake()
    }
    let signals = SignalLoop(
      level: level, current: configuration, reload: reload, statusText: { await served.current.statusText() },
      logger: logger)
    try await serve(served, on: sockets, parts, until: signals)
  }

  /// - Returns: when the signals have said so, and the last household has ended.
  private func serve(
    _ served: ServedHousehold, on sockets: [ListeningSocket], _ parts: DaemonParts, until signals: SignalLoop
  ) async throws {
    // Calls are answered already; what goes on beside them begins when that has been told.
    let trapped = await signals.begin()
    try await withThrowingTaskGroup { group in
      group.addTask { await parts.desk.resume() }
      group.addTask {
        await signals.run(trapped)
        served.close()
      }
      // One household after the other, until the last.
      while true {
        await served.current.run()
        guard !served.isClosed else { break }
        served.move(to: try await Household(on: sockets, eventLoop: eventLoop, parts))
      }
      group.cancelAll()
    }
  }

  private func serverConnections() throws -> ServerConnections {
    do {
      return try ServerConnections(
        on: eventLoop, certificateAuthorities: configuration.certificateAuthorities, now: Self.clock)
    } catch { throw StartFailure(message: error.description, status: .configuration) }
  }

  /// Keeps other daemons away from the databases, which may be reached through two sockets.
  ///
  /// - Returns: nil where nothing can be written anyway; the store says what that means.
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

/// The household that is served now.
private final class ServedHousehold: Sendable {
  private let state: Mutex<(household: Household, isClosed: Bool)>

  init(_ household: Household) { state = Mutex((household, false)) }

  var current: Household { state.withLock { $0.household } }
  /// Whether there is to be no other household after this one.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func move(to household: Household) {
    state.withLock { state in
      state.household = household
      if state.isClosed { household.end(isLast: true) }
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.household.end(isLast: true)
    }
  }
}

extension MethodHandlers {
  /// Every method's handler.
  ///
  /// - Parameter after: calls back when a time is over, unless what it returns has been called before.
  static func all(
    _ parts: DaemonParts, _ commits: CommitWatch, _ feed: ChangeFeed, _ courier: Courier,
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) -> MethodHandlers {
    let (desk, executor) = (parts.desk, parts.readExecutor)
    var table = MethodHandlers()
    table.addDaemon(parts, commits: commits, feed: feed)
    table.addViews(commits.answers)
    table.addActivity(desk)
    table.addMedicines()
    table.addKinds()
    table.addChanges(feed, after: after)
    table.addEntries()
    table.addUndo()
    table.addLogging()
    table.addChildren()
    table.addSettings()
    table.addReminders()
    table.addPredictions(executor: executor)
    table.addGrowth(commits.answers)
    table.addInsights()
    table.addAccount(desk, courier, executor: executor)
    table.addSessions(desk)
    table.addSharing(desk, courier)
    table.addMembers(desk, courier)
    table.addQueue(onItsWay: { courier.board.onItsWay }, tell: { feed.tell($0) })
    let imports = ImportDesk(ids: parts.ids, folder: desk.dataDirectory)
    table.addImport(imports, executor: executor)
    let transfers = Transfers()
    table.addExport(transfers, executor: executor)
    table.addBackups(desk, transfers, executor: executor)
    table.observers = [feed, transfers, imports]
    return table
  }
}
