import BabyModel
import Logging
import ServiceLifecycle

/// Announces changes on the open event streams, and ends them at shutdown.
struct TellingNews: Service {
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
      for await _ in streams.bell {
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
