import BabyAPI
import BabyModel
import Synchronization

/// Reports why nothing can be saved, such as a full disk. Callers only see that it fails, and the administrator finds
/// the reason in the log: once a minute, however many requests there are.
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
