import BabyAPI
import BabyModel
import BabyProtocol
import Synchronization

/// Counts the writes of this day, by account and by child, so that no account fills the disk that all families share.
///
/// A day is one of UTC. The counts are in memory alone: they start from zero when the server starts.
final class DailyWrites: Sendable {
  enum Subject: Hashable, Sendable {
    case account(UserID)
    case child(ChildID)
  }

  private struct Use {
    var writes = 0
    var bytes = 0
  }

  private struct State {
    /// Since 1970.
    var day: Int64 = 0
    var uses: [Subject: Use] = [:]
  }

  private static let day: Duration = .hours(24)

  private let most: (writes: Int, bytes: Int)
  private let state = Mutex(State())

  init(limits: ServerLimits) { most = (limits.dailyWrites, limits.dailyBytes) }

  /// Counts a write, unless one of the subjects has reached its limit.
  ///
  /// - Parameter bytes: that it takes, about.
  /// - Throws: `APIError` with `rateLimited` until the day is over. Nothing is counted then.
  func admit(_ subjects: [Subject], bytes: Int, now: Instant) throws(APIError) {
    let today = now.milliseconds / Self.day.inMilliseconds
    let full = state.withLock { state -> Subject? in
      if state.day != today { state = State(day: today) }
      let full = subjects.first { subject in
        let use = state.uses[subject, default: Use()]
        return use.writes >= most.writes || use.bytes >= most.bytes
      }
      guard full == nil else { return full }
      for subject in subjects {
        state.uses[subject, default: Use()].writes += 1
        state.uses[subject, default: Use()].bytes += bytes
      }
      return nil
    }
    guard let full else { return }
    let tomorrow = Instant(milliseconds: (today + 1) * Self.day.inMilliseconds)
    let what =
      switch full {
      case .account: "This account has reached its limit for a day"
      case .child: "This child's log has reached its limit for a day"
      }
    throw APIError(
      .rateLimited,
      """
      \(what): \(most.writes) changes or \(most.bytes / (1024 * 1024)) MiB. Changes can go on from \
      \(tomorrow.utcText); the person who runs the server can raise the limit.
      """, retryAfter: Int((tomorrow - now).inMilliseconds / 1000) + 1)
  }
}
