import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabySocket
import BabyStore
import Glibc
import Logging
import NIOCore
import Serving
import Synchronization

/// What one database needs around it: engine, router, change feed, and the socket's server.
///
/// It is put together from scratch when another account's database replaces this one, so that nothing of one family
/// can be left over for another.
final class Household: Sendable {
  /// Time in which a stopping daemon finishes what it has accepted; half a second is left to close the database.
  private static let shutdownTime: Duration = .milliseconds(4500)

  private let parts: DaemonParts
  private let engine: Engine
  private let feed: ChangeFeed
  private let reminders: ReminderClock
  private let status: StatusReporter
  private let housekeeping: Housekeeping
  private let courier: Courier
  private let server: SocketServer
  private let isLast = Atomic(false)
  private let endings: AsyncStream<Void>
  private let ending: AsyncStream<Void>.Continuation

  /// Opens the database of the account in use and serves it on the sockets.
  ///
  /// - Throws: `StartFailure`.
  init(on sockets: [ListeningSocket], _ parts: DaemonParts) async throws {
    self.parts = parts
    let (desk, path) = (parts.desk, parts.desk.databasePath)
    (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let turns = try await TurnQueue.make(on: parts.eventLoop)
    let limits = SocketLimits(
      connections: parts.configuration.maxConnections, connectionsPerUser: parts.configuration.connectionsPerUser)
    let alarm = parts.alarm
    let feed = ChangeFeed(
      limits: limits, outletExecutor: EventLoopTaskExecutor(parts.eventLoop), takeTurn: { await turns.value.turn() },
      setAlarm: { alarm.set(at: $0, for: .dayEnd) })
    let reminders = ReminderClock { alarm.set(at: $0, for: .reminder) }
    let status = StatusReporter()
    let board = SyncBoard(desk.standing) {
      feed.standingHasChanged()
      status.standingHasChanged()
    }
    let courier = Courier(
      desk: desk, board: board, tell: { feed.tell($0) },
      interest: { (feed.subscriptionCount > 0, reminders.hasNext) }, setAlarm: { alarm.set(at: $0, for: .courier) })
    feed.askForStanding { board.current }
    alarm.whenItRings {
      feed.timeHasPassed()
      reminders.timeHasPassed()
      courier.timeHasPassed()
    }
    let commits = CommitWatch(feed: feed)
    let housekeeping = Housekeeping(at: parts.clock())
    let patience = MigrationPatience()
    let store: Store
    do {
      store = try Store.open(
        path: path, now: parts.clock(), keepsOutbox: desk.book.currentKey != nil, readExecutor: parts.diskThreads,
        writeExecutor: parts.writingThread
      ) { changes in
        parts.logger.debug(changes)
        commits.committed(changes)
        courier.committed(changes)
        reminders.committed(changes)
        status.note(changes)
        housekeeping.note(changes)
      } onWriting: {
        if $0 { parts.sleepDelay.writeBegins() } else { parts.sleepDelay.writeEnded() }
      } onMigrating: {
        patience.note()
      }
    } catch { throw StartFailure(error) }
    do { commits.begin(at: try await store.read { try $0.lastSeq() }) } catch { throw StartFailure(error) }
    if let path = store.setAside {
      parts.logger.error(
        "the database was damaged; it was set aside, and a new one was started", event: .databaseSetAside,
        metadata: ["path": "\(path)"])
    }
    engine = Engine(
      store: store, zones: parts.zones, ids: parts.ids, systemZone: parts.systemZone, now: parts.clock)
    do { try await engine.verifyZones() } catch { throw StartFailure(error) }

    let facts = DaemonFacts(
      version: version, pid: Int(getpid()), startedAt: parts.startedAt,
      configuration: parts.configuration, socket: sockets.first?.path ?? "")
    let eventLoop = parts.eventLoop
    let handlers = MethodHandlers.all(
      facts, ids: parts.ids, commits: commits, counters: parts.counters, statistics: parts.statistics,
      workingOn: parts.diskThreads, desk: desk, courier: courier,
      after: { time, body in
        let timer = eventLoop.scheduleTask(in: TimeAmount(time)) { body() }
        return { timer.cancel() }
      })
    let clock = parts.clock
    let router = Router(engine: engine, handlers: handlers, feed: feed) { courier.somebodyLooks(at: clock()) }
    let service = SocketService(
      handler: router, limits: limits, counters: parts.counters, statistics: parts.statistics, logger: parts.logger)
    server = try await SocketServer.start(on: sockets, eventLoop: eventLoop, turns: turns, service: service)
    self.feed = feed
    self.reminders = reminders
    self.status = status
    self.housekeeping = housekeeping
    self.courier = courier
    parts.logger.info(
      "ready", event: .ready,
      metadata: ["socket": "\(sockets.map(\.path).joined(separator: " "))", "database": "\(path)"])
  }

  /// Serves until `end`, and closes everything.
  func run() async {
    let logger = parts.logger
    await withTaskGroup { group in
      group.addTask { [status, engine, courier] in await status.run(engine) { courier.board.current } }
      group.addTask(executorPreference: parts.writingThread) { [feed, engine] in
        await feed.run(engine, logger: logger)
      }
      group.addTask { [reminders, engine] in await reminders.run(engine, logger: logger) }
      // A backup takes the time of reading all of the file.
      group.addTask(executorPreference: parts.diskThreads) { [housekeeping, engine] in
        await housekeeping.run(engine, logger: logger)
      }
      group.addTask { [courier, engine] in await courier.run(engine, logger: logger) }
      for await _ in endings {}
      group.cancelAll()
    }
    parts.alarm.whenItRings {}
    if isLast.load(ordering: .acquiring) {
      await server.shutDown(within: Self.shutdownTime)
    } else {
      await server.leave(within: Self.shutdownTime)
    }
    try? engine.store.close()
  }

  /// Has `run` return.
  ///
  /// - Parameter isLast: the socket is not needed any more.
  func end(isLast: Bool) {
    if isLast { self.isLast.store(true, ordering: .releasing) }
    ending.finish()
  }

  /// The machine has woken up, a network is there, or a session has begun or ended.
  func wake() { courier.wake() }

  /// How the family is doing, for systemd.
  func statusText() async -> String { (try? await status.text(engine, courier.board.current)) ?? "Ready" }
}

/// What stays the same whichever database is served.
struct DaemonParts: Sendable {
  var configuration: DaemonConfiguration
  var eventLoop: any EventLoop
  var alarm: Alarm
  var clock: @Sendable () -> Instant
  var startedAt: Instant
  var ids: IDGenerator
  var zones: ZoneDatabase
  var systemZone: String
  /// Where reads run.
  var diskThreads: ThreadPoolTaskExecutor
  /// Where writes run.
  var writingThread: DiskThread
  var sleepDelay: SleepDelay
  var counters: SocketCounters
  var statistics: CallStatistics
  var desk: AccountDesk
  var logger: Logger
}
