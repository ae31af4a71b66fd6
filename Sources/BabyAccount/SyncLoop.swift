package import BabyEngine
package import BabyModel
package import BabyProtocol
package import BabyStore
package import Logging
import Synchronization

/// Pushes pending changes to the server and polls for new ones: sends what is due, and asks what is new. One request is
/// under way at a time.
///
/// `PollSchedule` and, in the database, the engine decide what to do; this does it, and sets the alarm for the next
/// time.
package final class SyncLoop: Sendable {
  /// How long after a failure of the database it is tried again.
  private static let pause: Duration = .minutes(1)
  /// How long a person waits for a long queue to be sent on request. One more request can take 30 seconds.
  private static let patience: Duration = .seconds(10)

  package let syncStatus: SyncStatus
  let accounts: AccountManager
  let tell: @Sendable ([BannerRecord]) -> Void
  private let interest: @Sendable () -> (hasSubscribers: Bool, hasActiveReminder: Bool)
  private let setAlarm: @Sendable (Instant?) -> Void
  private let jitter: @Sendable () -> Double
  let state = Mutex(State())
  private let notes: AsyncStream<Void>
  private let note: AsyncStream<Void>.Continuation
  private let activity = ActivityTracker()
  private let listener: EventStreamClient

  struct State {
    var schedule = PollSchedule()
    /// The number of entries to request at a time.
    var pageLength = PageLength()
    /// Something has arrived since the last poll.
    var hasSent = false
    /// Callers that wait for changes, and get their number.
    var waiting: [CheckedContinuation<Int, Never>] = []
    /// Ids that children have been given because theirs were taken.
    var moved: Set<ChildID> = []
    var isOver = false
  }

  /// - Parameters:
  ///   - tell: tells subscribers what is in no database.
  ///   - interest: whether polls are worth their while now.
  ///   - setAlarm: has `timeHasPassed` called at an instant, and no more at an earlier one.
  ///   - jitter: 0 ..< 1, at random.
  package init(
    accounts: AccountManager, syncStatus: SyncStatus, tell: @escaping @Sendable ([BannerRecord]) -> Void,
    interest: @escaping @Sendable () -> (hasSubscribers: Bool, hasActiveReminder: Bool),
    setAlarm: @escaping @Sendable (Instant?) -> Void,
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.accounts = accounts
    self.syncStatus = syncStatus
    self.tell = tell
    self.interest = interest
    self.setAlarm = setAlarm
    self.jitter = jitter
    let (notes, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.notes, self.note) = (notes, note)
    listener = EventStreamClient(jitter: jitter) { note.yield() }
    note.yield()
  }

  // MARK: Notes, from any thread

  /// Something may be due, or the clock has jumped.
  package func timeHasPassed() { note.yield() }

  /// Called after each commit; does nothing if there is nothing to send.
  package func committed(_ changes: CommittedChanges) {
    if changes.concernsOutbox { note.yield() }
  }

  /// The machine has woken up, a network is available, or a session has begun: polls the server at once.
  package func wake() {
    state.withLock { $0.schedule.wake() }
    listener.wake()
    note.yield()
  }

  /// A client calls or subscribes. After a long time without clients, polls the server at once, and opens its event
  /// stream.
  package func noteClient(at now: Instant) {
    if activity.noteActivity(at: now) { note.yield() }
  }

  /// Polls the server now, sends pending changes, and returns once nothing more can be done at once: everything is
  /// sent, or the rest waits for its time or for a person; the server does not answer; or the queue is long.
  /// `syncStatus` then has the state.
  ///
  /// - Returns: how many entries have changed.
  package func refresh() async -> Int {
    // A person who asks by hand may know that the server, or the connection to it, is better now.
    listener.wake()
    return await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.isOver else { return true }
        state.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume(returning: 0) } else { note.yield() }
    }
  }

  // MARK: The loop

  /// Runs until its task is cancelled.
  package func run(_ engine: Engine, logger: Logger) async {
    do {
      let synced = try await engine.syncState().syncedAt
      state.withLock { state in
        state.schedule = PollSchedule(lastSuccess: synced)
        state.schedule.wake()
      }
    } catch { logger.failure("the time of the last poll could not be read", error) }
    for await _ in notes {
      do { try await work(engine, logger) } catch {
        logger.failure("syncing pauses", error)
        setAlarm(engine.now() + Self.pause)
      }
    }
    listener.close()
    state.withLock { $0.isOver = true }
    for waiting in takeWaiting() { waiting.resume(returning: 0) }
  }

  /// Does all that is due.
  private func work(_ engine: Engine, _ logger: Logger) async throws {
    var waiting: [CheckedContinuation<Int, Never>] = []
    var (changed, began) = (0, engine.now())
    func answer() {
      for waiting in waiting { waiting.resume(returning: changed) }
      waiting = []
    }
    defer { answer() }
    while !Task.isCancelled {
      if waiting.isEmpty { (changed, began) = (0, engine.now()) }
      waiting += takeWaiting()
      if accounts.session == nil, accounts.obstacle != nil { await accounts.resume() }
      if accounts.session == nil || syncStatus.current.account != accounts.record {
        syncStatus.update { $0.take(accounts.connectionStatus) }
      }
      guard let session = accounts.session else {
        _ = listener.reconcile(nil, isWanted: false, isReachable: false, now: engine.now())
        return setAlarm(accounts.obstacle == nil ? nil : engine.now() + PollSchedule.idleInterval)
      }
      let counts = try await engine.read(.daemon) { try $0.transaction.queueCounts() }
      if let id = listener.takeEvent(), !EventStreamHandle.isKnown(id, to: try await engine.syncState().tag) {
        state.withLock { $0.schedule.hear() }
      }
      let now = engine.now()
      let (next, listening) = reconcile(session, counts, now: now)
      if next <= now {
        changed += await poll(session, engine, logger)
        // Each change would wait as long for a server that does not answer.
        if state.withLock({ $0.schedule.hasMissed }) { answer() }
        continue
      }
      if now - began >= Self.patience { answer() }
      switch try await engine.nextWrite(at: now) {
      case .send(let write): try await send(write, session, engine, logger)
      case .wait(let until):
        if let lost = try await engine.nextLostEntry(), try await sendAgain(lost, session, engine, logger) { continue }
        if let setting = try await engine.nextSetting(), try await send(setting, session, engine, logger) { continue }
        report(session, next: next, now: now)
        return setAlarm([next, until, listening].compactMap(\.self).min())
      }
    }
  }

  /// - Returns: the time of the next poll, and the time of the next attempt to open the event stream.
  private func reconcile(
    _ session: AccountManager.ServerSession, _ counts: QueueCounts, now: Instant
  ) -> (poll: Instant, listening: Instant?) {
    let (hasSubscribers, hasActiveReminder) = interest()
    let interest = PollSchedule.Interest(
      hasSubscribers: hasSubscribers, hasActiveReminder: hasActiveReminder,
      hasUnsent: counts.waiting + counts.failed > 0, lastCall: activity.last)
    let hasActiveClient = interest.hasActiveClient(now: now)
    activity.pollScheduled(isIdle: !hasActiveClient)
    let (poll, hasMissed) = state.withLock { ($0.schedule.next(interest, now: now), $0.schedule.hasMissed) }
    return (poll, listener.reconcile(session, isWanted: hasActiveClient, isReachable: !hasMissed, now: now))
  }

  // MARK: Asking

  /// - Returns: how many entries have changed.
  private func poll(_ session: AccountManager.ServerSession, _ engine: Engine, _ logger: Logger) async -> Int {
    var changed = 0
    do {
      while !Task.isCancelled {
        let known = try await engine.syncState()
        let result: PollResult
        do {
          result = try await session.upstream.changes(
            after: known.position, knowing: known.tag, limit: state.withLock { $0.pageLength.entries },
            settings: known.settingsPosition)
        } catch {
          await failed(error, session, engine, logger)
          return changed
        }
        switch result {
        case .unchanged:
          try await succeeded(engine)
          return changed
        case .page(let page, let tag):
          let outcome = try await engine.merge(page, tag: tag, me: session.account.name)
          if let user = page.user { accounts.takeOver(user) }
          changed += outcome.changed
          tell(outcome.news.map { BannerRecord.about($0) })
          state.withLock { $0.pageLength.grow() }
          if outcome.ignored > 0 {
            logger.warning("entries of the server break the rules", metadata: ["count": "\(outcome.ignored)"])
          }
          if outcome.hasMore { continue }
          try await succeeded(engine)
          return changed
        case .tooLarge:
          if state.withLock({ $0.pageLength.shrink() }) { continue }
          failed(Words.pageTooLarge, engine)
          return changed
        case .positionUnknown:
          logger.notice("the server's data was replaced; fetching everything again")
          try await engine.resync()
        }
      }
    } catch {
      logger.failure("the server's changes could not be stored", error)
      failed(RPCError(error).message, engine)
    }
    return changed
  }

  private func succeeded(_ engine: Engine) async throws {
    let now = engine.now()
    let isOver = state.withLock { state in
      defer { state.hasSent = false }
      return state.schedule.succeeded(at: now) || state.hasSent
    }
    if isOver { listener.wake() }
    syncStatus.update { connectionStatus in
      (connectionStatus.state, connectionStatus.isStale, connectionStatus.reason, connectionStatus.lastSyncedAt) = (
        .online, false, nil, now
      )
    }
    try await engine.requeueAfterOutage(isOver: isOver)
  }

  func failed(_ reason: String, retryAfter: Duration? = nil, _ engine: Engine) {
    let now = engine.now()
    let isStale = state.withLock { state in
      state.schedule.failed(at: now, retryAfter: retryAfter, jitter: jitter())
      return state.schedule.isStale(now: now)
    }
    syncStatus.update { connectionStatus in
      (connectionStatus.state, connectionStatus.isStale, connectionStatus.reason) = (.offline, isStale, reason)
    }
  }

  /// The state while nothing is due.
  private func report(_ session: AccountManager.ServerSession, next: Instant, now: Instant) {
    let (synced, isStale, hasMissed) = state.withLock {
      ($0.schedule.lastSuccess, $0.schedule.isStale(now: now), $0.schedule.hasMissed)
    }
    syncStatus.update { connectionStatus in
      if !hasMissed { (connectionStatus.state, connectionStatus.reason) = (.online, nil) }
      connectionStatus.isStale = isStale
      connectionStatus.lastSyncedAt = synced
      connectionStatus.nextPollAt = next
      connectionStatus.skewSeconds = session.upstream.skew.map { Int($0.inMilliseconds / 1000) }
    }
  }

  private func takeWaiting() -> [CheckedContinuation<Int, Never>] {
    state.withLock { state in
      defer { state.waiting = [] }
      // A poll that was already under way may be older than the changes that they wait for.
      if !state.waiting.isEmpty { state.schedule.wake() }
      return state.waiting
    }
  }
}
