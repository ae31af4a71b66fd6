import BabyModel
import BabyStore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// All open event streams, and the last event of each.
///
/// After a commit, by this process or another, what each account may see is read once, in one transaction for all of
/// them. While no stream is open nothing is read and no timer runs.
final class EventStreams: Sendable {
  private struct Place {
    let stream: EventStream
    let token: [UInt8]
    var expiresAt: Instant
    /// The state that its client has or is getting.
    var sent: String
  }

  private struct State {
    /// Each account's, the oldest first.
    var places: [UserID: [Place]] = [:]
    var count = 0
    /// The number of commits before everybody's visible data was last read.
    var commitCount: Int64 = 0
    var timers: [RepeatedTask] = []
    var isOver = false

    var all: [EventStream] { places.values.flatMap { $0.map(\.stream) } }

    func hasExpired(at now: Instant) -> Bool { places.values.contains { $0.contains { $0.expiresAt <= now } } }
  }

  private let store: ServerStore
  private let limits: ServerLimits
  /// How many there can be.
  private let most: Int
  private let state = Mutex(State())
  /// Yields when something may have changed.
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ store: ServerStore, limits: ServerLimits) {
    self.store = store
    self.limits = limits
    // The other connections are reserved for requests.
    most = limits.connectionsWithinDescriptors / 2
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    store.whenCommitted { [weak self] in self?.committed() }
  }

  var count: Int { state.withLock { $0.count } }

  var hasRoom: Bool { count < most }

  private func committed() { if count > 0 { continuation.yield() } }

  // MARK: Streams

  /// Tells a client of news until the stream ends: with its session, with the server, or when the client goes.
  ///
  /// - Parameter channel: of a connection on which the answer has begun.
  func hold(_ subscription: EventSubscription, on channel: any Channel) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { ended in
        channel.eventLoop.execute { self.open(subscription, on: channel) { ended.resume() } }
      }
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  /// On the channel's event loop.
  private func open(_ subscription: EventSubscription, on channel: any Channel, whenEnded: @escaping () -> Void) {
    let pipeline = channel.pipeline.syncOperations
    let sink = StreamEventSink(try? pipeline.handler(type: ConnectionDeadlines.self))
    let stream = EventStream(sink, on: channel.eventLoop)
    sink.whenEnded = { [self] in
      state.withLock { remove(stream, of: subscription.user, from: &$0) }
      whenEnded()
    }
    do {
      try pipeline.addHandler(sink, position: .before(try pipeline.handler(type: HTTPResponseEncoder.self)))
    } catch { return sink.end() }
    guard channel.isActive, admit(stream, subscription) else { return sink.end() }
    // Check for commits meanwhile.
    continuation.yield()
  }

  /// - Returns: false at shutdown.
  private func admit(_ stream: EventStream, _ subscription: EventSubscription) -> Bool {
    let (isAdmitted, oldest) = state.withLock { state -> (Bool, EventStream?) in
      guard !state.isOver else { return (false, nil) }
      let known = subscription.commitCount
      state.commitCount = state.count == 0 ? known : min(state.commitCount, known)
      if state.count == 0 { state.timers = timers() }
      state.count += 1
      let place = Place(
        stream: stream, token: subscription.token, expiresAt: subscription.expiresAt, sent: subscription.visibility)
      state.places[subscription.user, default: []].append(place)
      guard let own = state.places[subscription.user], own.count > limits.streamsOfOne else { return (true, nil) }
      remove(own[0].stream, of: subscription.user, from: &state)
      return (true, own[0].stream)
    }
    oldest?.end()
    return isAdmitted
  }

  private func remove(_ stream: EventStream, of user: UserID, from state: inout State) {
    guard let index = state.places[user]?.firstIndex(where: { $0.stream === stream }) else { return }
    state.places[user]?.remove(at: index)
    if state.places[user]?.isEmpty == true { state.places[user] = nil }
    state.count -= 1
    guard state.count == 0 else { return }
    for timer in state.timers { timer.cancel() }
    state.timers = []
  }

  /// Ends all streams and accepts no more.
  func end() {
    let streams = state.withLock { state in
      state.isOver = true
      return state.all
    }
    for stream in streams { stream.end() }
  }

  // MARK: Time

  private func timers() -> [RepeatedTask] {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    return [
      // For commits of other processes, and sessions that expire.
      eventLoop.scheduleRepeatedTask(initialDelay: limits.lookout, delay: limits.lookout) { [continuation] _ in
        continuation.yield()
      },
      eventLoop.scheduleRepeatedTask(initialDelay: limits.heartbeat, delay: limits.heartbeat) { [weak self] _ in
        self?.beat()
      },
    ]
  }

  private func beat() {
    EventStream.forEach(state.withLock { $0.all }.map { ($0, ()) }) { sink, _ in sink.beat() }
  }

  // MARK: News

  /// After a commit or an expired session: notifies streams that may see a change, and ends those without a session.
  ///
  /// - Returns: at how many accounts it had to look.
  /// - Throws: `BabyError.storeLocked` and its like; everything is looked at again the next time.
  func look(at now: Instant) async throws -> Int {
    let count = try store.commitCount()
    let (users, before) = state.withLock { state -> ([UserID], Int64) in
      defer { state.commitCount = count }
      guard state.count > 0, state.commitCount != count || state.hasExpired(at: now) else { return ([], count) }
      return (Array(state.places.keys), state.commitCount)
    }
    guard !users.isEmpty else { return 0 }
    let views: [UserID: (visibility: String, sessions: [[UInt8]: Instant])]
    do {
      views = try await store.read { reader in
        var views: [UserID: (String, [[UInt8]: Instant])] = [:]
        for user in users {
          views[user] = (try reader.visibility(of: user).fingerprint, try reader.sessionEnds(of: user, now: now))
        }
        return views
      }
    } catch {
      state.withLock { $0.commitCount = min($0.commitCount, before) }
      throw error
    }
    var news: [(stream: EventStream, detail: ByteBuffer)] = []
    var ended: [EventStream] = []
    state.withLock { state in
      for (user, view) in views {
        guard var places = state.places.removeValue(forKey: user) else { continue }
        let event = ByteBuffer.event(view.visibility).chunk
        for index in places.indices {
          guard let expiresAt = view.sessions[places[index].token] else {
            ended.append(places[index].stream)
            continue
          }
          places[index].expiresAt = expiresAt
          guard places[index].sent != view.visibility else { continue }
          places[index].sent = view.visibility
          news.append((places[index].stream, event))
        }
        state.places[user] = places
      }
    }
    EventStream.forEach(news) { $0.tell($1) }
    for stream in ended { stream.end() }
    return users.count
  }
}

private final class EventStream: Sendable {
  private let eventLoop: any EventLoop
  private let sink: NIOLoopBound<StreamEventSink>

  /// To be called on the event loop.
  init(_ sink: StreamEventSink, on eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    self.sink = NIOLoopBound(sink, eventLoop: eventLoop)
  }

  func end() { eventLoop.execute { self.sink.value.end() } }

  /// Has something done with the sinks of many streams, by one call of each event loop.
  static func forEach<Detail: Sendable>(
    _ streams: [(stream: EventStream, detail: Detail)], _ body: @escaping @Sendable (StreamEventSink, Detail) -> Void
  ) {
    for part in Dictionary(grouping: streams, by: { ObjectIdentifier($0.stream.eventLoop) }).values {
      part[0].stream.eventLoop.execute {
        for (stream, detail) in part { body(stream.sink.value, detail) }
      }
    }
  }
}

/// Announces changes on the open event streams, and ends them at shutdown.
struct EventStreamService: Service {
  /// For each account that was looked at, which takes a fraction of it.
  private static let rest: Duration = .microseconds(300)

  let streams: EventStreams
  /// The minimum interval between two checks: a burst of changes is announced once.
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    defer { streams.end() }
    await cancelWhenGracefulShutdown {
      for await _ in streams.signals {
        // However many accounts there are, most of the time is left to those who ask.
        try? await Task.sleep(for: max(interval, Self.rest * (await look())))
      }
    }
  }

  /// - Returns: at how many accounts.
  private func look() async -> Int {
    do { return try await streams.look(at: now()) } catch {
      logger.warning("could not announce changes; trying again", metadata: ["reason": "\(error)"])
      return 0
    }
  }
}
