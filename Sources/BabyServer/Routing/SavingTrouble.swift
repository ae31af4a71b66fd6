import BabyAPI
import BabyModel
import Synchronization

/// Tells why nothing can be saved, such as on a full disk. Callers learn only that it is so, and whoever runs the server
/// reads the reason in its log: once a minute, however many requests there are.
final class SavingTrouble: Sendable {
  private let last = Mutex<Instant?>(nil)

  /// - Returns: nil for any other error, and within a minute of the last time.
  func reason(of error: any Error, at now: Instant) -> String? {
    guard let error = error as? BabyError, APIError(answering: error)?.code == .unavailable else { return nil }
    return last.withLock { last in
      if let last, last <= now, now - last < .minutes(1) { return nil }
      last = now
      return "\(ServerStartFailure(error))"
    }
  }
}
