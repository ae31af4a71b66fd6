import BabyModel
import Synchronization

/// The latest press of each client: a button that bounces is one press.
///
/// Kept in memory alone. A press is forgotten after a second, and what a daemon committed right before it was killed is
/// not taken for a bounce. Presses are looked up and kept within the transactions, which run one after the other, so of
/// two equal ones the second always sees the first.
final class PressMemory: Sendable {
  private struct Press {
    var caller: Caller
    var fingerprint: String
    var answer: [UInt8]
    var at: Instant

    /// A press from the future is from before the clock was set back.
    func isFresh(at now: Instant) -> Bool { (.zero...window).contains(now - at) }
  }

  private static let window: Duration = .seconds(1)

  private let presses = Mutex<[Press]>([])

  /// The answer to the same press, if it was the client's last and is at most a second old.
  func answer(to fingerprint: String, of caller: Caller, at now: Instant) -> [UInt8]? {
    presses.withLock { presses in
      presses.first { $0.caller == caller && $0.fingerprint == fingerprint && $0.isFresh(at: now) }?.answer
    }
  }

  /// The client has done something that is no press: what comes next is none that bounced.
  func forget(_ caller: Caller) {
    presses.withLock { presses in presses.removeAll { $0.caller == caller } }
  }

  /// To be called once the press is committed.
  func keep(_ answer: [UInt8], to fingerprint: String, of caller: Caller, at now: Instant) {
    presses.withLock { presses in
      presses.removeAll { $0.caller == caller || !$0.isFresh(at: now) }
      presses.append(Press(caller: caller, fingerprint: fingerprint, answer: answer, at: now))
    }
  }
}
