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
struct DaemonSurroundings: Sendable {
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
  private let surroundings: DaemonSurroundings

  /// Waits until the daemon is to end.
  typealias Ending = @Sendable () async -> Void

  init(_ configuration: DaemonConfiguration, in surroundings: DaemonSurroundings) {
    self.configuration = configuration
    self.surroundings = surroundings
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
    let surroundings = DaemonSurroundings(
      environment: environment, eventLoop: eventLoop, readExecutor: ThreadPoolTaskExecutor(),
      writeExecutor: try DiskThread(),
      sleepDelay: SleepDelay(busAddress: BusAddress.system(environment: environment)), logger: logger)
    let daemon = Daemon(configuration, in: surroundings)
    try await daemon.run(on: try daemon.listeningSockets()) { served in
      let signals = SignalLoop(
        level: level, current: configuration, reload: reload, statusText: { await served.current.statusText() },
        logger: logger)
      let trapped = await signals.begin()
      return { await signals.run(trapped) }
    }
  }

  /// Runs on sockets, which it removes in the end.
  ///
  /// - Parameter begin: called when requests are answered; the daemon ends when what it returns does.
  func run(
    on sockets: [ListeningSocket], _ begin: @escaping @Sendable (ServedHousehold) async -> Ending
  ) async throws {
    do { try await lockAndServe(on: sockets, begin) } catch {
      for socket in sockets { socket.removeFile() }
      throw error
    }
    surroundings.logger.info("stopped", event: .stopped)
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
    on sockets: [ListeningSocket], _ begin: @escaping @Sendable (ServedHousehold) async -> Ending
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
    _ begin: @escaping @Sendable (ServedHousehold) async -> Ending
  ) async throws {
    let (environment, eventLoop, logger) = (surroundings.environment, surroundings.eventLoop, surroundings.logger)
    let (now, lead) = (surroundings.now, surroundings.lead)
    let ids = IDGenerator()
    let desk: AccountDesk
    do {
      desk = try AccountDesk.open(
        in: configuration.data, environment: environment, defaultServer: configuration.server, ids: ids, clock: now,
        disk: surroundings.readExecutor, logger: logger
      ) { address, token in
        HTTPUpstream(
          address, token: token, device: DeviceSecret.made(for: address), sessionName: MachineName.ofSessions(),
          over: connections)
      }
    } catch { throw StartFailure(error) }
    let facts = DaemonFacts(
      version: version, pid: Int(getpid()), startedAt: now(), configuration: configuration,
      socket: sockets.first?.path ?? "")
    let limits = SocketLimits(
      connections: configuration.maxConnections, connectionsPerUser: configuration.connectionsPerUser,
      descriptors: descriptorLimit())
    let alarm = Alarm<AlarmCause>(eventLoop: eventLoop)
    let parts = DaemonParts(
      facts: facts, limits: limits, clock: now, ids: ids, zones: ZoneDatabase(),
      systemZone: SystemZone.name(environment: environment), readExecutor: surroundings.readExecutor,
      writeExecutor: surroundings.writeExecutor,
      setAlarm: { due, cause in alarm.set(at: due.map { $0 - lead() }, for: cause) },
      sleepDelay: surroundings.sleepDelay, counters: SocketCounters(), statistics: CallStatistics(now: now),
      desk: desk, logger: logger)
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
    defer { listening.listen(false) }
    desk.whenSessionChanges {
      listening.listen(desk.session != nil)
      served.current.wake()
    }
    // Calls are already answered; background work begins after the announcement.
    let ending = await begin(served)
    try await withThrowingTaskGroup { group in
      group.addTask { await parts.desk.resume() }
      group.addTask {
        await ending()
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

  /// The ways to family servers, whose answers are dated by the systems' clocks.
  private func serverConnections() throws -> ServerConnections {
    do {
      return try ServerConnections(
        on: surroundings.eventLoop, certificateAuthorities: configuration.certificateAuthorities,
        now: DaemonSurroundings.systemNow)
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

/// The household that is served now.
final class ServedHousehold: Sendable {
  private let state: Mutex<(household: Household, isClosed: Bool)>

  init(_ household: Household) { state = Mutex((household, false)) }

  var current: Household { state.withLock { $0.household } }
  /// Whether this is the last household.
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
    table.addViews(commits)
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
    table.addGrowth(commits)
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
