import BabyAccount
import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore
import Logging
import NIOCore

/// The parts that are independent of the database.
struct DaemonParts: Sendable {
  var facts: DaemonFacts
  var limits: SocketLimits
  var clock: @Sendable () -> Instant
  var ids: IDGenerator
  var zones: ZoneDatabase
  var systemZone: String
  /// Where reads run, and what takes long.
  var readExecutor: any TaskExecutor
  /// Where writes run.
  var writeExecutor: any TaskExecutor
  /// Sets the daemon's only timer for one of its causes.
  var setAlarm: @Sendable (Instant?, AlarmCause) -> Void
  /// Keeps the machine awake while something is written; nil if nothing does.
  var sleepDelay: SleepDelay?
  var counters: SocketCounters
  var statistics: CallStatistics
  var accounts: AccountManager
  var logger: Logger
}

/// The reasons to wake the daemon.
enum AlarmCause: Hashable { case dayEnd, reminder, syncLoop }

/// Everything for one database, with or without a socket: engine, router, change feed, and background work.
///
/// The tests' daemon is one of these, with a clock, ids and executors of the test's own.
final class DaemonCore: Sendable {
  let engine: Engine
  let router: Router
  let feed: ChangeFeed
  let reminders: ReminderClock
  let syncLoop: SyncLoop
  private let status: StatusReporter
  private let housekeeping: Housekeeping
  private let endedShares: EndedShareCleaner
  private let parts: DaemonParts

  /// Opens the database of the account in use.
  ///
  /// - Parameter turns: of the event loop that serves the socket. Without one, what waits for a change waits for ever.
  /// - Throws: `StartFailure`.
  init(_ parts: DaemonParts, turns: NIOLoopBound<NextTurnQueue>? = nil) async throws {
    let (accounts, setAlarm, clock, sleepDelay) = (parts.accounts, parts.setAlarm, parts.clock, parts.sleepDelay)
    let feed = ChangeFeed(
      limits: parts.limits, sinkExecutor: turns.map { EventLoopTaskExecutor($0.eventLoop) },
      takeTurn: { await turns?.value.turn() }, setAlarm: { setAlarm($0, .dayEnd) })
    let reminders = ReminderClock { setAlarm($0, .reminder) }
    let status = StatusReporter()
    let syncStatus = SyncStatus(accounts.connectionStatus) {
      feed.wake()
      status.connectionStatusHasChanged()
    }
    let syncLoop = SyncLoop(
      accounts: accounts, syncStatus: syncStatus, tell: { feed.tell($0) },
      interest: { (feed.subscriptionCount > 0, reminders.hasNext) }, setAlarm: { setAlarm($0, .syncLoop) })
    feed.useConnectionStatus { syncStatus.current }
    let watch = CommitWatch()
    let (housekeeping, endedShares) = (Housekeeping(at: clock()), EndedShareCleaner())
    let migrationTimeout = MigrationTimeout()
    do {
      let store = try Store.open(
        path: accounts.databasePath, now: clock(), ids: parts.ids, keepsOutbox: accounts.book.currentKey != nil,
        owner: accounts.book.logOwner, readExecutor: parts.readExecutor, writeExecutor: parts.writeExecutor
      ) { commit in
        // Right after the commit, before its call is answered; none of these waits for anything. The watch comes before
        // the feed: a client that reacts to a change must not get an old answer.
        parts.logger.debug(commit)
        watch.committed(commit)
        feed.committed(commit)
        syncLoop.committed(commit)
        reminders.committed(commit)
        status.committed(commit)
        housekeeping.committed(commit)
        endedShares.committed(commit)
      } onWriting: {
        if $0 { sleepDelay?.writeBegins() } else { sleepDelay?.writeEnded() }
      } onMigrating: {
        migrationTimeout.note()
      }
      watch.begin(at: try await store.read { try $0.lastSeq() })
      engine = Engine(store: store, zones: parts.zones, ids: parts.ids, systemZone: parts.systemZone, now: clock)
      try await engine.verifyZones()
    } catch { throw StartFailure(error) }
    // Entries of kinds that were unknown when they arrived.
    do {
      try await engine.readAgain { Entry(kept: $0) }
      try await engine.readSettingsAgain()
    } catch { parts.logger.failure("what a newer version has logged or set could not be read", error) }
    if let path = engine.store.setAside {
      parts.logger.error(
        "the database was damaged; it was set aside, and a new one was started", event: .databaseSetAside,
        metadata: ["path": "\(path)"])
    }
    let handlers = MethodHandlers.all(parts, watch, feed, syncLoop) { time, body in
      guard let eventLoop = turns?.eventLoop else { return {} }
      let timer = eventLoop.scheduleTask(in: TimeAmount(time)) { body() }
      return { timer.cancel() }
    }
    router = Router(engine: engine, handlers: handlers, feed: feed) { syncLoop.noteClient(at: clock()) }
    self.feed = feed
    self.reminders = reminders
    self.syncLoop = syncLoop
    self.status = status
    self.housekeeping = housekeeping
    self.endedShares = endedShares
    self.parts = parts
  }

  /// Does what goes on beside the calls, until its task is cancelled.
  func run() async {
    let logger = parts.logger
    await withTaskGroup { group in
      group.addTask { [status, engine, syncLoop] in await status.run(engine) { syncLoop.syncStatus.current } }
      group.addTask(executorPreference: parts.writeExecutor) { [feed, engine] in
        await feed.run(engine, logger: logger)
      }
      group.addTask { [reminders, engine] in await reminders.run(engine, logger: logger) }
      // A backup takes the time of reading all of the file.
      group.addTask(executorPreference: parts.readExecutor) { [housekeeping, engine] in
        await housekeeping.run(engine, logger: logger)
      }
      group.addTask { [endedShares, engine] in await endedShares.run(engine, logger: logger) }
      group.addTask { [syncLoop, engine] in await syncLoop.run(engine, logger: logger) }
    }
  }

  /// The daemon's only timer has fired, or the clock was set: check what is due.
  func timeHasPassed() {
    feed.wake()
    reminders.timeHasPassed()
    syncLoop.timeHasPassed()
  }

  /// How the family is doing, for systemd.
  func statusText() async -> String { (try? await status.text(engine, syncLoop.syncStatus.current)) ?? "Ready" }
}

extension MethodHandlers {
  /// Every method's handler.
  ///
  /// - Parameter after: calls back when a time is over, unless what it returns has been called before.
  static func all(
    _ parts: DaemonParts, _ commits: CommitWatch, _ feed: ChangeFeed, _ syncLoop: SyncLoop,
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) -> MethodHandlers {
    let (accounts, executor) = (parts.accounts, parts.readExecutor)
    var table = MethodHandlers()
    table.addDaemon(parts, commits: commits, feed: feed)
    table.addLogbook(commits, accounts, executor: executor)
    table.addChanges(feed, after: after)
    table.addAccount(accounts, syncLoop, executor: executor)
    table.addSharing(accounts, syncLoop)
    table.addQueue(onItsWay: { syncLoop.syncStatus.onItsWay }, tell: { feed.tell($0) })
    let imports = RunningImports(ids: parts.ids, folder: accounts.dataDirectory)
    table.addImport(imports, executor: executor)
    let transfers = Transfers()
    table.addExport(transfers, executor: executor)
    table.addBackups(accounts, transfers, executor: executor)
    table.observers = [feed, transfers, imports]
    return table
  }
}
