import BabyModel
import Logging
import ServiceLifecycle

/// Tells the open streams of news, and ends them at once when the server is told to end.
struct TellingNews: Service {
  /// For each account that was looked at, which takes a fraction of it.
  private static let rest: Duration = .microseconds(300)

  let streams: EventStreams
  /// From one look to the next, at least: a burst of changes is told of once.
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
      logger.warning("news could not be told; trying again", metadata: ["reason": "\(error)"])
      return 0
    }
  }
}
