import BabyModel
import Synchronization

/// The time of the last client activity, and whether it matters for polling.
final class Attention: Sendable {
  private let lastCall = Atomic<Int64>(.min)
  private let isNews = Atomic(false)

  var last: Instant? {
    let last = lastCall.load(ordering: .relaxed)
    return last == .min ? nil : Instant(milliseconds: last)
  }

  /// - Returns: whether what is due is another question because of it.
  func pay(at now: Instant) -> Bool {
    lastCall.store(now.milliseconds, ordering: .relaxed)
    return isNews.load(ordering: .relaxed) && isNews.exchange(false, ordering: .relaxed)
  }

  /// - Parameter isNobody: whether the next poll was scheduled for an idle daemon.
  func decided(forNobody isNobody: Bool) { isNews.store(isNobody, ordering: .relaxed) }
}
