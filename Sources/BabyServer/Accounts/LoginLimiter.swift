import BabyAPI
import BabyModel
import Crypto
import Synchronization

/// Lets nobody guess passwords at speed: so many failed attempts in a quarter of an hour for an e-mail address, and from
/// a network.
///
/// A machine that has logged in to an account before has attempts of its own: otherwise whoever knows somebody's
/// address could keep them out by guessing wrong.
final class LoginLimiter: Sendable {
  /// Whose attempts are counted.
  enum Subject {
    /// See `NetworkAddress.network`.
    case network([UInt8])
    case email(String)
    /// Hash of the machine's secret.
    case device([UInt8])

    fileprivate var most: Int {
      switch self {
      case .network: 30
      case .email, .device: 10
      }
    }

    /// Of one size, whatever somebody has written.
    fileprivate var hash: SHA256.Digest {
      switch self {
      case .network(let bytes): SHA256.hash(data: [0] + bytes)
      case .email(let email): SHA256.hash(data: [1] + Array(email.utf8))
      case .device(let device): SHA256.hash(data: [2] + device)
      }
    }
  }

  private let attempts: Mutex<Attempts>

  /// - Parameter capacity: how many subjects are remembered for sure; fewer than twice as many are in memory.
  init(capacity: Int = 10_000) { attempts = Mutex(Attempts(capacity: capacity)) }

  /// How many subjects are remembered.
  var size: Int { attempts.withLock { $0.size } }

  /// Counts an attempt.
  ///
  /// - Throws: `APIError` with `rateLimited`.
  func admit(_ subject: Subject, now: Instant) throws(APIError) {
    let wait = attempts.withLock { $0.admit(subject.hash, most: subject.most, now: now) }
    guard let wait else { return }
    let seconds = Int((wait.inMilliseconds + 999) / 1000)
    throw APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: seconds)
  }

  /// The attempt was right: the failed ones before it are forgotten.
  func forget(_ subject: Subject) { attempts.withLock { $0.forget(subject.hash) } }

  /// The attempt was right: it counts for nothing.
  func forgive(_ subject: Subject) { attempts.withLock { $0.removeLast(subject.hash) } }
}

/// When who has tried.
private struct Attempts {
  private static let window: Duration = .minutes(15)

  private let capacity: Int
  /// Those who have tried last, and those before them: when there are as many as are kept, the older half goes. To push
  /// somebody out takes `capacity` others within a window, each of whose attempts costs a password's hash.
  private var recent: [SHA256.Digest: [Instant]] = [:]
  private var older: [SHA256.Digest: [Instant]] = [:]

  init(capacity: Int) { self.capacity = capacity }

  var size: Int { recent.count + older.count }

  /// - Returns: how long until another attempt; nil when this one may be made, and is counted.
  mutating func admit(_ subject: SHA256.Digest, most: Int, now: Instant) -> Duration? {
    // A clock that was set back has left times in the future.
    let times = (recent[subject] ?? older[subject] ?? []).filter { $0 > now - Self.window && $0 <= now }
    if times.count >= most { return times[times.count - most] + Self.window - now }
    if recent[subject] == nil, recent.count >= capacity {
      older = recent
      recent = [:]
    }
    older[subject] = nil
    recent[subject] = times + [now]
    return nil
  }

  mutating func forget(_ subject: SHA256.Digest) {
    recent[subject] = nil
    older[subject] = nil
  }

  mutating func removeLast(_ subject: SHA256.Digest) {
    if recent[subject] != nil { _ = recent[subject]?.popLast() } else { _ = older[subject]?.popLast() }
  }
}
