import BabyModel
import Logging
import ServiceLifecycle

/// Renews the server's certificate by the family's authority when it is time.
struct CertificateKeeping: Service {
  let folder: CertificateFolder
  /// Reloads the files when they change.
  let certificates: Certificates
  /// How often it is looked whether it is time.
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        while true {
          try await Task.sleep(for: interval)
          if Self.renew(folder, at: now(), logger: logger) { certificates.reload() }
        }
      }
    } catch is CancellationError where Task.isShuttingDownGracefully {}
  }

  /// Renews it before anything is served, so that a server that was off for a year has a good one.
  ///
  /// - Throws: `ServerStartFailure` if there is no usable one.
  static func begin(_ folder: CertificateFolder, at now: Instant, logger: Logger) throws(ServerStartFailure) {
    _ = renew(folder, at: now, logger: logger)
    guard let server = try folder.server() else {
      throw ServerStartFailure("There is no certificate in \(folder.path). To make one: babybasics-server certificate")
    }
    if !server.validity.contains(now) {
      logger.warning(
        "the certificate is not valid now; phones will refuse it",
        metadata: ["from": "\(server.validity.lowerBound.utcText)", "until": "\(server.validity.upperBound.utcText)"])
    }
  }

  /// - Returns: whether there is a new one. A failure is logged, and the old one stays.
  static func renew(_ folder: CertificateFolder, at now: Instant, logger: Logger) -> Bool {
    do throws(ServerStartFailure) {
      guard let known = try folder.renew(at: now), known.isNew, let server = known.content.server else { return false }
      logger.notice("renewed the certificate", metadata: ["until": "\(server.validity.upperBound.utcText)"])
      return true
    } catch {
      var metadata: Logger.Metadata = ["reason": "\(error)"]
      if let until = try? folder.server()?.validity.upperBound { metadata["until"] = "\(until.utcText)" }
      logger.warning("the certificate could not be renewed; keeping the old one", metadata: metadata)
      return false
    }
  }
}
