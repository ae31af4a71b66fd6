import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore
import Logging
import Synchronization

/// Tells subscribers what has changed.
///
/// Writers only leave a note here. One loop takes the notes, reads the new state of the database once for all, and
/// sends the changes; a subscription joins between two rounds of it, so that its snapshot and its events fit together
/// without a gap.
final class ChangeFeed: Sendable {
  /// Subscribers that are served before the socket's other work has its turn.
  private static let subscribersPerTurn = 64

  private struct State {
    var table = SubscriptionTable()
    var joins: [Join] = []
    var clients: [Int64: String] = [:]
    var banners: [BannerRecord] = []
    var unresolved = UnresolvedBanners()
    var isOver = false
    /// A subscription is being added: the snapshot may not contain changes that are committed now.
    var isJoining = false
    /// How the family server is reached.
    var connectionStatus: @Sendable () -> ConnectionStatus = { .alone }
    /// Changes up to here have been sent to all subscribers.
    var lastSent: Int64 = 0
  }

  private struct Join {
    var params: JoinParams
    var session: Int
    var sink: any EventSink
    var continuation: CheckedContinuation<JoinAnswer, any Error>
  }

  private let state = Mutex(State())
  private let limits: SocketLimits
  private let notes: AsyncStream<Void>
  private let note: AsyncStream<Void>.Continuation
  private let sinkExecutor: (any TaskExecutor)?
  private let takeTurn: @Sendable () async -> Void
  private let setAlarm: @Sendable (Instant?) -> Void

  /// - Parameters:
  ///   - limits: what clients have room for.
  ///   - sinkExecutor: the executor for sinks; nil for any.
  ///   - takeTurn: returns when the socket's other work has had its turn.
  ///   - setAlarm: calls `wake` at an instant, in place of an earlier one.
  init(
    limits: SocketLimits, sinkExecutor: (any TaskExecutor)?, takeTurn: @escaping @Sendable () async -> Void,
    setAlarm: @escaping @Sendable (Instant?) -> Void
  ) {
    self.limits = limits
    self.sinkExecutor = sinkExecutor
    self.takeTurn = takeTurn
    self.setAlarm = setAlarm
    (notes, note) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Subscriptions that there are now, waiting calls among them.
  var subscriptionCount: Int { state.withLock { $0.table.count } }

  /// Whom to ask how the family server is reached.
  func useConnectionStatus(_ connectionStatus: @escaping @Sendable () -> ConnectionStatus) {
    state.withLock { $0.connectionStatus = connectionStatus }
  }

  // MARK: Notes, from any thread

  /// Called after each commit, in their order.
  func committed(_ changes: CommittedChanges) {
    let isAwaited = state.withLock { state in
      state.banners += state.unresolved.committed()
      guard !state.table.isEmpty || state.isJoining else { return false }
      if let last = changes.changes.last { state.clients[last.seq] = changes.context.client }
      return true
    }
    if isAwaited { note.yield() }
  }

  /// A write has failed.
  func failed(_ error: RPCError) {
    let isNews = state.withLock { state in
      guard let record = state.unresolved.failed(error) else { return false }
      state.banners.append(record)
      return true
    }
    if isNews { note.yield() }
  }

  /// A day may have turned, the clock has jumped, or the family server is reached otherwise than before.
  func wake() { note.yield() }

  /// Sends messages that are not in the database.
  func tell(_ banners: [BannerRecord]) {
    guard !banners.isEmpty else { return }
    state.withLock { $0.banners += banners }
    note.yield()
  }

  // MARK: Subscribing

  /// Begins a subscription.
  ///
  /// - Throws: `RPCError` if there is no such child.
  func subscribe(_ params: JoinParams, session: Int, sink: any EventSink) async throws -> JoinAnswer {
    try await withCheckedThrowingContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.isOver else { return true }
        state.joins.append(Join(params: params, session: session, sink: sink, continuation: continuation))
        state.isJoining = true
        return false
      }
      if isOver { continuation.resume(throwing: Self.stopping) } else { note.yield() }
    }
  }

  /// - Returns: false if there is none.
  func unsubscribe(_ number: Int, session: Int) -> Bool {
    state.withLock { $0.table.remove(number, session: session) }
  }

  /// Whether a connection has subscriptions.
  func hasSubscription(session: Int) -> Bool { state.withLock { $0.table.has(session: session) } }

  /// A connection is over.
  func ended(session: Int) {
    state.withLock { $0.table.removeAll(session: session) }
  }

  // MARK: The loop

  /// Runs until its task is cancelled.
  ///
  /// Best run on the writing thread: then it continues right after a commit, once its answer is on the way, and reads
  /// while that is sent.
  func run(_ engine: Engine, logger: Logger) async {
    for await _ in notes {
      do { while try await runRound(engine) {} } catch {
        logger.failure("subscribers could not be notified of a change", error)
      }
    }
    let (joins, subscriptions) = state.withLock { state in
      state.isOver = true
      defer { state.joins = [] }
      return (state.joins, state.table.all)
    }
    for join in joins { join.continuation.resume(throwing: Self.stopping) }
    for subscription in subscriptions { subscription.sink.close() }
  }

  private static let stopping = RPCError(.shuttingDown, "The daemon is stopping and accepts no new calls.")

  /// - Returns: whether there is more to tell.
  private func runRound(_ engine: Engine) async throws -> Bool {
    let (query, joins, banners, unresolved) = state.withLock { state in
      // Without subscribers, nothing is kept.
      if state.table.isEmpty {
        state.banners = []
        state.clients = [:]
      }
      let query = RoundQuery(
        longestReplay: (limits.waitingEvents / 2, limits.waitingEventBytes / 2),
        connectionStatus: state.connectionStatus(),
        scopes: state.table.scopes, states: state.table.states,
        logAfter: state.table.wantsLog ? state.lastSent : nil, clients: state.clients,
        joins: state.joins.map(\.params))
      defer { state.joins = [] }
      return (query, state.joins, state.banners, state.unresolved.banners)
    }
    defer { state.withLock { $0.isJoining = !$0.joins.isEmpty } }
    guard !query.states.isEmpty || query.logAfter != nil || !joins.isEmpty else { return false }
    let round: RoundResult
    do {
      round = try await engine.read(.daemon, behindWrites: true) { book in
        try book.answer(query, instance: "\(engine.store.instance)", unresolved: unresolved)
      }
    } catch {
      for join in joins { join.continuation.resume(throwing: error) }
      throw error
    }
    await withTaskExecutorPreference(sinkExecutor) {
      await tell(round, banners: banners, at: engine.now())
      if round.logEnd == nil {
        begin(joins, round)
      } else {
        // A new subscriber would get a state that the others get only after the rest of the log.
        state.withLock { $0.joins = joins + $0.joins }
      }
    }
    setAlarm(round.dayEnd)
    return round.logEnd != nil
  }

  /// Sends changes to existing subscribers.
  private func tell(_ round: RoundResult, banners: [BannerRecord], at now: Instant) async {
    var (news, subscribers) = state.withLock { state in
      // Only now: what could not be read is sent with the next round.
      state.banners.removeFirst(banners.count)
      state.clients = state.clients.filter { $0.key > round.logEnd ?? round.seq }
      // The rest of the change log has to be sent before states that include it.
      let changed = round.logEnd == nil ? round.states.filter { state.table.publish($0.value, as: $0.key) } : [:]
      state.lastSent = round.logEnd ?? round.seq
      let news = RoundEvents(round: round, changed: changed, banners: banners, at: now)
      return (news, news.isEmpty ? [] : state.table.all)
    }
    for (index, subscriber) in subscribers.enumerated() {
      if index > 0, index.isMultiple(of: Self.subscribersPerTurn) { await takeTurn() }
      // It may have ended while others were notified.
      if !subscriber.isOver, !news.tell(subscriber) { lose(subscriber) }
    }
  }

  private func lose(_ subscription: Subscription) {
    _ = unsubscribe(subscription.audience.number, session: subscription.session)
  }

  private func begin(_ joins: [Join], _ round: RoundResult) {
    for (join, result) in zip(joins, round.joins) {
      guard case .success(var answer) = result else {
        join.continuation.resume(with: result)
        continue
      }
      let subscription = state.withLock { state in
        for topic in join.params.topics where topic.isState {
          let key = StateKey(scope: answer.scope, topic: topic)
          if let published = round.states[key] { _ = state.table.publish(published, as: key) }
        }
        return state.table.add(
          session: join.session, scope: answer.scope, topics: join.params.topics, sink: join.sink)
      }
      join.sink.hold()
      var missed = RoundEvents(replaying: answer.replay, round: round)
      if !missed.tell(subscription) { lose(subscription) }
      answer.number = subscription.audience.number
      join.continuation.resume(returning: answer)
    }
  }
}

/// Unresolved errors: a database that could not be written.
private struct UnresolvedBanners {
  private(set) var banners: [BannerRecord] = []

  /// Takes in a write that failed.
  ///
  /// - Returns: the banner; nil if it is already known, or only concerns the caller.
  mutating func failed(_ error: RPCError) -> BannerRecord? {
    guard error.code.name.hasPrefix("store."), !banners.contains(where: { $0.id == error.code.name }) else {
      return nil
    }
    let record = BannerRecord(id: error.code.name, severity: .error, text: error.message)
    banners.append(record)
    return record
  }

  /// Takes in that something was written: the database works.
  mutating func committed() -> [BannerRecord] {
    defer { banners = [] }
    return banners.map { record in
      var record = record
      record.isResolved = true
      return record
    }
  }
}
