import Logging
import BabySocket
import Systemd
import UnixSignals

/// The daemon's main loop from READY=1 until it is stopped: it reloads its configuration on SIGHUP. A bad one is
/// refused, and the old one stays in effect.
struct SignalLoop: Sendable {
  /// Trapped before the daemon answers anybody: a client with an answer may send a signal, and one that is not trapped
  /// kills the daemon.
  let signals: UnixSignalsSequence
  let level: LogLevel
  let current: DaemonConfiguration
  let reload: @Sendable () throws(ConfigurationError) -> DaemonConfiguration
  let statusText: @Sendable () async -> String
  let logger: Logger

  static func trapped() async -> UnixSignalsSequence {
    await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
  }

  /// Returns at SIGTERM or SIGINT.
  func run() async {
    MemoryFootprint.releaseStartupCode()
    for await signal in signals {
      guard signal == .sighup else { break }
      Notify.reloading()
      reloadConfiguration()
      Notify.ready(status: await statusText())
    }
    Notify.stopping(status: "Stopping")
    logger.info("stopping")
  }

  private func reloadConfiguration() {
    do {
      let new = try reload()
      level.value = new.logLevel
      logger.notice(
        "read the configuration again", event: .configurationRead, metadata: ["file": "\(new.file ?? "none")"])
      if new.needsRestart(from: current) {
        logger.warning("socket, data, connections.* and server.* take effect at the next start")
      }
    } catch {
      logger.error("the configuration was refused; the old one stays in effect: \(error)", event: .configurationRefused)
    }
  }
}

extension DaemonConfiguration {
  fileprivate func needsRestart(from old: DaemonConfiguration) -> Bool {
    (socket, data, maxConnections, connectionsPerUser, server, certificateAuthorities)
      != (
        old.socket, old.data, old.maxConnections, old.connectionsPerUser, old.server, old.certificateAuthorities
      )
  }
}
