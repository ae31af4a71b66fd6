import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The parts of a server, put together.
struct FamilyServer: Sendable {
  let store: ServerStore
  private let passwords: Passwords
  private let readThreads: ReadThreads
  private let configuration: ServerConfiguration
  private let responder: ServerResponder
  private let streams: EventStreams
  private let connections: HTTPConnections
  private let certificates: Certificates?
  private let trust: TrustRoutes
  private let uses: SessionUses
  private let pushing: PushNotificationService
  private let logger: Logger
  private let now: @Sendable () -> Instant

  /// - Throws: `ServerStartFailure`.
  init(
    _ configuration: ServerConfiguration, secrets: Secrets = .system, ids: IDGenerator = IDGenerator(),
    logger: Logger, now: @escaping @Sendable () -> Instant
  ) throws {
    try configuration.validate()
    let zones = ZoneDatabase()
    do {
      try zones.verify()
    } catch { throw ServerStartFailure("This system's time zones cannot be read.") }
    if let folder = configuration.familyCertificates {
      try folder.begin(at: now(), logger: logger)
    }
    certificates = try configuration.tls.map { try Certificates($0, logger: logger) }
    trust = TrustRoutes(configuration.familyCertificates, port: configuration.port)
    readThreads = ReadThreads()
    do {
      store = try ServerStore.open(
        path: configuration.database, now: now(), ids: ids, readExecutor: readThreads)
    } catch { throw ServerStartFailure(error) }
    passwords = Passwords(cost: configuration.passwordCost, secrets: secrets)
    self.configuration = configuration
    self.logger = logger
    self.now = now
    let proxies = TrustedProxies(ranges: configuration.isBehindProxy ? configuration.trustedProxies : nil)
    connections = HTTPConnections(
      most: configuration.limits.connectionsWithinDescriptors, mostOfOne: configuration.limits.connectionsOfOne,
      proxies: proxies)
    uses = SessionUses(lifetime: configuration.sessionLifetime)
    streams = EventStreams(store, limits: configuration.limits)
    let trigger = PushTrigger(store)
    pushing = PushNotificationService(
      trigger: trigger,
      sender: PushSender(
        store, zones, PushClient(to: configuration.push.services, on: MultiThreadedEventLoopGroup.singleton),
        configuration.push, now: now, logger: logger),
      store: store, zones: zones, interval: configuration.push.interval, now: now, logger: logger)
    let services = Services(
      store: store, streams: streams, zones: zones, passwords: passwords, limiter: LoginLimiter(), secrets: secrets,
      ids: ids, limits: configuration.limits, registration: configuration.registration,
      sessionLifetime: configuration.sessionLifetime, uses: uses, push: trigger,
      writes: DailyWrites(limits: configuration.limits),
      pushServices: configuration.push.services)
    responder = ServerResponder(
      table: OperationHandlers(services), proxies: proxies, hasTLS: configuration.tls != nil,
      isPlainAllowed: configuration.isPlainAllowed, trust: trust, counts: RequestCounts(), now: now, logger: logger)
  }

  /// Serves until a signal ends it; requests that have begun are answered first, but for those that take longer than
  /// `ServerLimits.ending`. When the task is cancelled, the server hangs up on all connections at once.
  ///
  /// - Parameters:
  ///   - eventLoops: on which connections are served.
  ///   - ending: signals that end it.
  ///   - reloading: signals that have the certificates looked at.
  ///   - onListening: called with the port once requests are taken.
  ///   - onTrustListening: the same for the port with the instructions for trusting the server.
  ///   - onOverdue: called when it still has not ended a while after it has hung up on everybody.
  func run(
    on eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, ending: [UnixSignal] = [],
    reloading: [UnixSignal] = [],
    onListening: @escaping @Sendable (Int) async -> Void = { _ in },
    onTrustListening: @escaping @Sendable (Int) -> Void = { _ in },
    onOverdue: @escaping @Sendable () -> Void = {}
  ) async throws {
    // Entries that an earlier version could only relay.
    _ = try await store.write(at: now()) { try $0.takeOverRelayed { Entry(relayed: $0) } }
    let limits = configuration.limits
    var services: [any Service] = []
    if let port = configuration.trustPort {
      services.append(
        HTTPListener(
          responder: trust.responder(counts: responder.counts), host: configuration.host, port: port,
          connections: connections, limits: limits, eventLoops: eventLoops, logger: logger,
          onListening: onTrustListening))
    }
    if let folder = configuration.familyCertificates, let certificates {
      services.append(
        Chore(
          interval: limits.certificates, isDoneAtStart: false, failure: CertificateFolder.renewalFailure, logger: logger
        ) { if try folder.renewIfDue(at: now(), logger: logger) { certificates.reload() } })
    }
    if let address = configuration.metrics {
      let metrics = Metrics(counts: responder.counts, store: store)
      services.append(metrics.listener(at: address, limits: limits, eventLoops: eventLoops, now: now, logger: logger))
    }
    let began = now()
    services += [
      HTTPListener(
        responder: responder.responder(), host: configuration.host, port: configuration.port, connections: connections,
        limits: limits, certificates: certificates, eventLoops: eventLoops, logger: logger
      ) { port in
        trust.listens(at: port)
        await onListening(port)
      },
      Chore(
        interval: limits.pruning, failure: "expired data could not be deleted; trying again later", logger: logger
      ) { try await store.write(at: now()) { try $0.prune() } },
      Chore(interval: limits.backups, failure: "no backup could be made; trying again later", logger: logger) {
        try await backUpIfDue()
      },
      Chore(
        interval: limits.usesWriting, isDoneAtStart: false, isDoneAtEnd: true,
        failure: "use could not be written down; trying again later", logger: logger
      ) { try await writeUses(since: began) },
      CertificateReloadService(signals: reloading, certificates: certificates),
      pushing,
      EventStreamService(streams: streams, interval: limits.newsInterval, now: now, logger: logger),
      // Shut down first, because it is the last.
      HangUpService(connections: connections, after: limits.ending, onOverdue: onOverdue),
    ]
    let group = Self.group(services, ending: ending, logger: logger)
    let result: Result<Void, any Error>
    do { result = .success(try await runUncancelled(group)) } catch { result = .failure(error) }
    try await passwords.stop()
    try store.close()
    try await readThreads.stop()
    try result.get()
  }

  /// Backs up the database once a day, if there are accounts, into `backups` beside it.
  private func backUpIfDue() async throws {
    let (folder, now) = (BackupFolder(of: store.path), now())
    guard BackupRotation.isDue(at: now, newest: folder.items.first?.at),
      try await store.read({ try $0.hasUsers() })
    else { return }
    // It waits for the disk.
    _ = try await NIOThreadPool.singleton.runIfActive { [store] in try folder.add(store, at: now) }
  }

  /// Writes down when sessions were used, and how many requests there were since the start.
  private func writeUses(since began: Instant) async throws {
    try await uses.write(to: store, at: now())
    let tally = RequestTally(responder.counts, since: began, until: now())
    // If the port was taken, there is nothing to write, and the other server is still counting.
    if tally.answered > 0 { try tally.write(for: store.path) }
  }

  /// Services that are shut down in order, the last one first, by a signal or when one of them ends.
  ///
  /// No service is ever cancelled, not even when another one fails: Hummingbird would drop connections that it has
  /// accepted and not begun to serve, and NIO ends the process over such a connection
  /// (https://github.com/apple/swift-nio/issues/2637).
  static func group(_ services: [any Service], ending: [UnixSignal], logger: Logger) -> ServiceGroup {
    ServiceGroup(
      configuration: .init(
        services: services.map {
          .init(service: EndlessService(service: $0), failureTerminationBehavior: .gracefullyShutdownGroup)
        }, gracefulShutdownSignals: ending, logger: logger))
  }

  /// Runs the services to their end in a task that is never cancelled; cancellation of the caller shuts them down.
  private func runUncancelled(_ group: ServiceGroup) async throws {
    let services = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await services.value
    } onCancel: {
      connections.hangUp()
      Task { await group.triggerGracefulShutdown() }
    }
  }
}

/// A service that runs until it is shut down: one that ends by itself fails, so that systemd starts the server again. A
/// group that is shutting down cancels its services when one of them ends out of turn, unless that one fails.
private struct EndlessService: Service {
  let service: any Service

  func run() async throws {
    try await service.run()
    guard Task.isShuttingDownGracefully else {
      throw ServerStartFailure("A part of the server has stopped: \(type(of: service)).")
    }
  }
}
