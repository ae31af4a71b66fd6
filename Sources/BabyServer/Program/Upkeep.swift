import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// A job that runs at the start and again after each interval. A failure is logged, and the job runs again as usual.
struct Chore: Service {
  let interval: Duration
  var isDoneAtStart = true
  /// Whether it runs once more when the server shuts down.
  var isDoneAtEnd = false
  /// What is logged when it fails.
  let failure: Logger.Message
  let logger: Logger
  let job: @Sendable () async throws -> Void

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        if isDoneAtStart { await attempt() }
        while true {
          try await Task.sleep(for: interval)
          await attempt()
        }
      }
    } catch is CancellationError {}
    if isDoneAtEnd { await attempt() }
  }

  private func attempt() async {
    do { try await job() } catch is CancellationError {} catch {
      logger.warning(failure, metadata: ["reason": "\(error)"])
    }
  }
}

/// Has renewed certificates taken over at once when a signal says so.
struct CertificateReloadService: Service {
  let signals: [UnixSignal]
  let certificates: Certificates?

  func run() async throws {
    guard !signals.isEmpty else { return try await gracefulShutdown() }
    for await _ in await UnixSignalsSequence(trapping: signals).cancelOnGracefulShutdown() { certificates?.reload() }
  }
}

/// Closes the remaining connections some time after the shutdown signal.
struct HangUpService: Service {
  let connections: HTTPConnections
  let after: TimeAmount
  /// Called when there should have been an end some time ago.
  let onOverdue: @Sendable () -> Void

  func run() async throws {
    try await gracefulShutdown()
    // These do not delay the shutdown: the other services end when this returns.
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    eventLoop.scheduleTask(in: after) { connections.hangUp() }
    eventLoop.scheduleTask(in: after + .seconds(4)) { onOverdue() }
  }
}
