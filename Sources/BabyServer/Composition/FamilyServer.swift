import BabyEngine
import BabyModel
import BabyStore
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The parts of a server, put together.
struct FamilyServer: Sendable {
  let store: ServerStore
  private let passwords: Passwords
  private let configuration: ServerConfiguration
  private let responder: ServerResponder
  private let logger: Logger

  /// - Throws: `StartFailure`.
  init(
    _ configuration: ServerConfiguration, secrets: Secrets = .system, ids: IDGenerator = IDGenerator(),
    logger: Logger, now: @escaping @Sendable () -> Instant
  ) throws {
    try configuration.validate()
    let zones = ZoneDatabase()
    do {
      try zones.verify()
    } catch { throw StartFailure("This system's time zones cannot be read.") }
    do {
      store = try ServerStore.open(path: configuration.database, now: now(), ids: ids)
    } catch { throw StartFailure(error) }
    passwords = Passwords(cost: configuration.passwordCost, secrets: secrets)
    self.configuration = configuration
    self.logger = logger
    let services = Services(
      store: store, zones: zones, passwords: passwords, limiter: LoginLimiter(), secrets: secrets, ids: ids,
      isRegistrationOpen: configuration.isRegistrationOpen, sessionLifetime: configuration.sessionLifetime)
    responder = ServerResponder(
      table: HandlerTable(services), limits: configuration.limits, isBehindProxy: configuration.isBehindProxy,
      now: now, logger: logger)
  }

  /// Serves until the task is shut down; requests that have begun are answered first.
  ///
  /// - Parameter onListening: called with the port once requests are taken.
  func run(
    signals: [UnixSignal] = [], onListening: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws {
    let application = Application(
      responder: responder.responder(), server: try channel(),
      configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
      onServerRunning: { await onListening($0.localAddress?.port ?? 0) }, logger: logger)
    let group = ServiceGroup(
      configuration: .init(services: [application], gracefulShutdownSignals: signals, logger: logger))
    let result: Result<Void, any Error>
    do { result = .success(try await group.run()) } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      result = .failure(StartFailure("Cannot listen at \(configuration.host), port \(configuration.port): \(reason)."))
    } catch { result = .failure(error) }
    try await passwords.stop()
    try store.close()
    try result.get()
  }

  private func channel() throws -> HTTPServerBuilder {
    let plain = HTTPServerBuilder.http1(
      configuration: .init(
        idleTimeout: configuration.limits.idle,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)))
    guard let files = configuration.tls else { return plain }
    do {
      var tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
      tls.minimumTLSVersion = .tlsv12
      return try .tls(plain, tlsConfiguration: tls)
    } catch {
      throw StartFailure("\(files.certificate) and \(files.key) are no certificate and its key: \(error)")
    }
  }
}
