import BabyEngine
import Logging
import ServiceLifecycle
import Systemd
import UnixSignals

/// Keeps the socket open until the daemon is told to stop, and then lets accepted calls finish.
struct SocketLifetime: Service {
  let server: SocketServer
  let logger: Logger

  func run() async throws {
    try? await gracefulShutdown()
    Notify.stopping(status: "Stopping")
    logger.info("stopping")
    await server.shutDown(within: Daemon.shutdownTime - .milliseconds(500))
  }
}

/// Says that the daemon is ready, and reads the configuration again on SIGHUP. A bad one is refused, and the old one stays in force.
struct ReloadService: Service {
  let level: LogLevel
  let current: DaemonConfiguration
  let reload: @Sendable () throws(ConfigurationError) -> DaemonConfiguration
  let statusText: @Sendable () async -> String
  let logger: Logger

  func run() async throws {
    // The service manager may send any signal once it knows that the daemon is ready, and one that is not trapped ends
    // it. The others are trapped before services run.
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    Notify.ready(status: await statusText())
    MemoryFootprint.releaseStartupCode()
    for await _ in hangUps.cancelOnGracefulShutdown() {
      Notify.reloading()
      do {
        let new = try reload()
        level.value = new.logLevel
        logger.notice("read the configuration again", metadata: ["file": "\(new.file ?? "none")"])
        if new.needsRestart(from: current) {
          logger.warning("socket, data and connections.max take effect when the daemon is started again")
        }
      } catch {
        logger.error("the configuration is refused, the old one stays in force: \(error)")
      }
      Notify.ready(status: await statusText())
    }
  }
}

extension DaemonConfiguration {
  fileprivate func needsRestart(from old: DaemonConfiguration) -> Bool {
    (socket, data, maxConnections) != (old.socket, old.data, old.maxConnections)
  }
}
