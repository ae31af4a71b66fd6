import BabyModel
import Synchronization

/// When somebody looked last, and whether that makes a difference.
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

  /// - Parameter isNobody: whether what is due was decided for nobody.
  func decided(forNobody isNobody: Bool) { isNews.store(isNobody, ordering: .relaxed) }
}
