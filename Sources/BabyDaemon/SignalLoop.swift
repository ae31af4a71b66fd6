import Logging
import BabySocket
import Systemd
import UnixSignals

/// The daemon's main loop from READY=1 until it is stopped: it reloads its configuration on SIGHUP. A bad one is
/// refused, and the old one stays in effect.
struct SignalLoop: Sendable {
  let level: LogLevel
  let current: DaemonConfiguration
  let reload: @Sendable () throws(ConfigurationError) -> DaemonConfiguration
  let statusText: @Sendable () async -> String
  let logger: Logger

  /// Traps the signals and announces that the daemon is ready, in this order: the service manager may then send any
  /// signal, and one that is not trapped ends the daemon.
  func begin() async -> UnixSignalsSequence {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    Notify.ready(status: await statusText())
    return signals
  }

  /// Returns at SIGTERM or SIGINT.
  func run(_ signals: UnixSignalsSequence) async {
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
