import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Glibc
import Logging
import NIOCore
import NIOPosix
import Systemd

/// The daemon put together: locks, database, engine, router, socket.
///
/// READY=1 is sent when requests are answered: the database is open, migrated and checked, and the socket listens.
struct Daemon {
  /// Time in which a stopping daemon finishes what it has accepted; half a second is left to close the database.
  private static let shutdownTime: Duration = .milliseconds(4500)

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
    let socket = try listeningSocket()
    do { try await serve(on: socket, logger: logger, level: level) } catch {
      socket.removeFile()
      throw error
    }
    logger.info("stopped")
  }

  /// The socket that the service manager has handed over, or one of our own.
  private func listeningSocket() throws -> ListeningSocket {
    let handedOver: [ListenFD]
    do { handedOver = try ListenFD.receive() } catch { throw StartFailure(message: error.description) }
    guard handedOver.count <= 1 else {
      throw StartFailure(message: "The socket unit hands over \(handedOver.count) sockets; give it one ListenStream=.")
    }
    return try startFailure { () throws(SocketError) in
      guard let socket = handedOver.first else { return try ListeningSocket.make(at: configuration.socket) }
      return try ListeningSocket.adopt(socket.descriptor)
    }
  }

  private func serve(on socket: ListeningSocket, logger: Logger, level: LogLevel) async throws {
    let lock = try lockDatabases()
    defer { lock?.release() }
    let clock: @Sendable () -> Instant = { .systemNow }
    let ids = IDGenerator()
    let turns = try await TurnQueue.make(on: eventLoop)
    let alarm = Alarm(eventLoop: eventLoop)
    var limits = SocketLimits()
    limits.connections = configuration.maxConnections
    let feed = ChangeFeed(
      limits: limits, takeTurn: { await turns.value.turn() }, setAlarm: { alarm.set(at: $0, for: .dayEnd) })
    let reminders = ReminderClock { alarm.set(at: $0, for: .reminder) }
    alarm.whenItRings {
      feed.timeHasPassed()
      reminders.timeHasPassed()
    }
    let commits = CommitWatch(feed: feed)
    let status = StatusReporter()
    let housekeeping = Housekeeping(at: clock())
    let diskThreads = ThreadPoolTaskExecutor()
    let store = try openStore(at: clock(), readingOn: diskThreads, writingOn: try DiskThread()) { changes in
      commits.committed(changes)
      reminders.committed(changes)
      status.note(changes)
      housekeeping.note(changes)
    }
    commits.begin(at: try await store.read { try $0.lastSeq() })
    if let path = store.setAside {
      logger.error("the database was damaged; it was set aside, and a new one was begun", metadata: ["path": "\(path)"])
    }
    let engine = Engine(
      store: store, zones: ZoneDatabase(), ids: ids,
      systemZone: SystemZone.name(environment: environment), now: clock)
    do { try await engine.verifyZones() } catch { throw StartFailure(error) }

    let counters = SocketCounters()
    let facts = DaemonFacts(
      version: version, pid: Int(getpid()), startedAt: clock(), socket: socket.path)
    let handlers = HandlerTable.all(
      facts, ids: ids, commits: commits, counters: counters, importingOn: diskThreads,
      after: { time, body in
        let timer = eventLoop.scheduleTask(in: TimeAmount(time)) { body() }
        return { timer.cancel() }
      })
    let router = Router(engine: engine, handlers: handlers, feed: feed)
    let service = SocketService(handler: router, limits: limits, counters: counters, logger: logger)

    let server = try await SocketServer.start(
      on: socket, eventLoop: eventLoop, turns: turns, service: service)
    logger.info("ready", metadata: ["socket": "\(socket.path)", "database": "\(store.path)"])

    let signals = SignalLoop(
      level: level, current: configuration, reload: reload,
      statusText: { (try? await status.text(engine)) ?? "Ready" }, logger: logger)
    await withTaskGroup { group in
      group.addTask { await status.run(engine) }
      group.addTask { await feed.run(engine, logger: logger) }
      group.addTask { await reminders.run(engine, logger: logger) }
      group.addTask { await housekeeping.run(engine, logger: logger) }
      await signals.run()
      group.cancelAll()
    }
    await server.shutDown(within: Self.shutdownTime)
    try? store.close()
  }

  /// Keeps other daemons away from the databases, which may be reached through two sockets.
  ///
  /// - Returns: nil where nothing can be written anyway; the store says what that means.
  private func lockDatabases() throws -> PathLock? {
    try? SocketDirectory.make(configuration.data)
    do { return try PathLock(file: configuration.data + "/babybasicsd.lock") } catch {
      guard case .held(let pid) = error else { return nil }
      let holder = pid.map { " (process \($0))" } ?? ""
      throw StartFailure(message: "Another babybasicsd\(holder) holds \(configuration.data) already.")
    }
  }

  private func openStore(
    at now: Instant, readingOn readExecutor: any TaskExecutor, writingOn writeExecutor: any TaskExecutor,
    onCommit: @escaping @Sendable (CommittedChanges) -> Void
  ) throws -> Store {
    do {
      return try Store.open(
        path: AccountFile.path(dataDirectory: configuration.data), now: now, readExecutor: readExecutor,
        writeExecutor: writeExecutor,
        onCommit: onCommit)
    } catch { throw StartFailure(error) }
  }

  private func startFailure<Value>(_ body: () throws(SocketError) -> Value) throws -> Value {
    do { return try body() } catch { throw StartFailure(message: error.description) }
  }
}

/// Why the daemon did not start, in a sentence.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(message: String) { description = message }

  init(_ error: any Error) {
    let error = RPCError(error)
    description = error.message + (error.hint.isEmpty ? "" : " Try: \(error.hint)")
  }
}

extension HandlerTable {
  /// Every method's handler.
  static func all(
    _ facts: DaemonFacts, ids: IDGenerator, commits: CommitWatch, counters: SocketCounters,
    importingOn executor: any TaskExecutor,
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) -> HandlerTable {
    var table = HandlerTable()
    table.addDaemon(facts, counters: counters, commits: commits)
    table.addViews(commits.answers)
    table.addChanges(commits.feed, after: after)
    table.addEntries()
    table.addLogging()
    table.addChildren()
    table.addSettings()
    table.addReminders()
    table.addImport(ImportDesk(ids: ids), executor: executor)
    return table
  }
}

extension Instant {
  /// The system's wall clock. Only here; everything else is handed the time.
  fileprivate static var systemNow: Instant {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }
}
