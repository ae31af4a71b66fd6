import BabyModel
import Synchronization

/// When somebody looked last, and from when on that is worth a poll.
final class Attention: Sendable {
  private let lastCall = Atomic<Int64>(.min)
  private let worth = Atomic<Int64>(.max)

  var last: Instant? {
    let last = lastCall.load(ordering: .relaxed)
    return last == .min ? nil : Instant(milliseconds: last)
  }

  /// - Returns: whether the server is to be asked because of it.
  func pay(at now: Instant) -> Bool {
    lastCall.store(now.milliseconds, ordering: .relaxed)
    guard now.milliseconds >= worth.load(ordering: .relaxed) else { return false }
    worth.store(.max, ordering: .relaxed)
    return true
  }

  /// - Parameters:
  ///   - instant: when the next poll would be, should somebody look.
  ///   - next: when it is anyway.
  func setWorth(from instant: Instant, else next: Instant) {
    worth.store(instant < next ? instant.milliseconds : .max, ordering: .relaxed)
  }
}
