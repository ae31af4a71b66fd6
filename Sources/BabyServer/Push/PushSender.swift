import BabyEngine
import BabyModel
import BabyStore
import Logging
import Synchronization

/// Sends messages, each in a separate task: a slow service only delays its own messages.
final class PushSender: Sendable {
  /// Messages of one service that are under way, or wait for a place or to be sent again. What is more is dropped.
  private static let mostOfService = 1_000
  /// Of these, how many are under way at once.
  private static let placesOfService = 8

  private let store: ServerStore
  private let zones: ZoneDatabase
  private let client: PushClient
  private let configuration: PushConfiguration
  private let now: @Sendable () -> Instant
  private let logger: Logger
  private let counts = Mutex<[String: Int]>([:])
  /// By service: a slow one does not delay the others.
  private let limiter = ConcurrencyLimiter<String>(atOnce: placesOfService)
  private let deliveries: AsyncStream<(PushDelivery, PushEndpoint)>
  private let continuation: AsyncStream<(PushDelivery, PushEndpoint)>.Continuation

  init(
    _ store: ServerStore, _ zones: ZoneDatabase, _ client: PushClient, _ configuration: PushConfiguration,
    now: @escaping @Sendable () -> Instant, logger: Logger
  ) {
    self.store = store
    self.zones = zones
    self.client = client
    self.configuration = configuration
    self.now = now
    self.logger = logger
    (deliveries, continuation) = AsyncStream.makeStream()
  }

  /// Takes a message to be sent; never waits.
  func enqueue(_ delivery: PushDelivery) {
    let subscription = delivery.subscriber.subscription
    guard let endpoint = PushEndpoint(subscription.endpoint, of: configuration.services) else {
      return log(.notice, "a push has no service that is known", delivery)
    }
    let hasRoom = counts.withLock { counts in
      guard counts[endpoint.service, default: 0] < Self.mostOfService else { return false }
      counts[endpoint.service, default: 0] += 1
      return true
    }
    guard hasRoom else { return log(.warning, "a push was dropped; too many wait for its service", delivery) }
    continuation.yield((delivery, endpoint))
  }

  /// Sends what is enqueued until its task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await (delivery, endpoint) in deliveries {
        group.addTask { [self] in
          await deliver(delivery, to: endpoint)
          counts.withLock { counts in
            counts[endpoint.service, default: 1] -= 1
            if counts[endpoint.service] == 0 { counts[endpoint.service] = nil }
          }
        }
      }
    }
  }

  private func deliver(_ delivery: PushDelivery, to endpoint: PushEndpoint) async {
    do {
      var attempts = 0
      while true {
        let outcome = try await limiter.run(endpoint.service) { () -> PushOutcome? in
          guard let request = try await request(delivery, to: endpoint) else { return nil }
          return await client.send(request)
        }
        guard let outcome else { return }
        attempts += 1
        guard let wait = configuration.retry.wait(after: outcome, attempts: attempts), now() + wait < delivery.end
        else { return try await settle(delivery, outcome) }
        try await Task.sleep(for: wait)
      }
    } catch is CancellationError {} catch {
      log(.warning, "a push could not be sent", delivery, reason: "\(error)")
    }
  }

  /// Nil if it is not to be sent any more.
  private func request(_ delivery: PushDelivery, to endpoint: PushEndpoint) async throws -> PushRequest? {
    let now = now()
    let (isWanted, kept) = try await store.read { reader in
      (try PushPlanner.isWanted(delivery, reader, zones, now: now), try reader.pushKey())
    }
    let subscription = delivery.subscriber.subscription
    guard isWanted, let kept,
      let receiver = PushReceiver(key: subscription.receiverKey, secret: subscription.receiverSecret)
    else { return nil }
    return try PushRequest(
      delivery.message, to: receiver, at: endpoint, from: ServerIdentity(bytes: kept), contact: configuration.contact,
      now: now.milliseconds / 1000)
  }

  private func settle(_ delivery: PushDelivery, _ outcome: PushOutcome) async throws {
    switch outcome {
    case .taken: break
    case .gone:
      let (session, endpoint) = (delivery.subscriber.session, delivery.subscriber.subscription.endpoint)
      try await store.write(at: now()) { try $0.removePushSubscription(of: session, at: endpoint) }
      log(.notice, "the browser unsubscribed; no more pushes", delivery)
    case .refused(let status): log(.warning, "a push was refused", delivery, reason: "\(status)")
    case .busy: log(.notice, "a push was given up; its service takes none", delivery)
    case .unreachable: log(.notice, "a push was given up; its service cannot be reached", delivery)
    case .uncertain: log(.notice, "it is unknown whether the push arrived", delivery)
    }
  }

  private func log(_ level: Logger.Level, _ message: Logger.Message, _ delivery: PushDelivery, reason: String? = nil) {
    var metadata: Logger.Metadata = ["session": "\(delivery.subscriber.session)"]
    if let reason { metadata["reason"] = "\(reason)" }
    logger.log(level: level, message, metadata: metadata)
  }
}
