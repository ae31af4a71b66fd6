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
    /// Of somebody who is logged in and tries codes of shares.
    case account(UserID)

    fileprivate var most: Int {
      switch self {
      case .network: 30
      case .email, .device, .account: 10
      }
    }

    /// Of one size, whatever somebody has written.
    fileprivate var hash: SHA256.Digest {
      switch self {
      case .network(let bytes): SHA256.hash(data: [0] + bytes)
      case .email(let email): SHA256.hash(data: [1] + Array(email.utf8))
      case .device(let device): SHA256.hash(data: [2] + device)
      case .account(let user): SHA256.hash(data: [3] + Array("\(user)".utf8))
      }
    }
  }

  /// Apart from the others, so that a guesser who names many addresses does not push networks out of the memory.
  private let addresses: Mutex<Attempts>
  private let others: Mutex<Attempts>

  /// - Parameter capacity: how many subjects of a sort are remembered for sure; fewer than four times as many are in memory.
  init(capacity: Int = 10_000) {
    addresses = Mutex(Attempts(capacity: capacity))
    others = Mutex(Attempts(capacity: capacity))
  }

  /// How many subjects are remembered.
  var size: Int { addresses.withLock { $0.size } + others.withLock { $0.size } }

  private func withAttempts<Value: Sendable>(of subject: Subject, _ body: (inout Attempts) -> Value) -> Value {
    if case .email = subject { addresses.withLock { body(&$0) } } else { others.withLock { body(&$0) } }
  }

  /// Refuses a subject that has had all its attempts, and counts nothing: the request may be no attempt at all.
  ///
  /// - Throws: `APIError` with `rateLimited`.
  func check(_ subject: Subject, now: Instant) throws(APIError) {
    try Self.refuse(withAttempts(of: subject) { $0.wait(subject.hash, most: subject.most, now: now) })
  }

  /// Counts an attempt.
  ///
  /// - Throws: `APIError` with `rateLimited`.
  func admit(_ subject: Subject, now: Instant) throws(APIError) {
    try Self.refuse(withAttempts(of: subject) { $0.admit(subject.hash, most: subject.most, now: now) })
  }

  private static func refuse(_ wait: Duration?) throws(APIError) {
    guard let wait else { return }
    let seconds = Int((wait.inMilliseconds + 999) / 1000)
    throw APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: seconds)
  }

  /// The attempt was right: the failed ones before it are forgotten.
  func forget(_ subject: Subject) { withAttempts(of: subject) { $0.forget(subject.hash) } }

  /// The attempt was right: it counts for nothing.
  func forgive(_ subject: Subject) { withAttempts(of: subject) { $0.removeLast(subject.hash) } }
}

/// When who has tried.
private struct Attempts {
  private static let window: Duration = .minutes(15)

  private let capacity: Int
  /// Those who have tried last, and those before them: when there are as many as are kept, the older half goes.
  private var recent: [SHA256.Digest: [Instant]] = [:]
  private var older: [SHA256.Digest: [Instant]] = [:]
  /// Those who have had all their attempts, however many others come after them. To push one of these out takes
  /// `capacity` others that have had all of theirs: networks, or addresses, of which each attempt costs a password's hash.
  private var full: [SHA256.Digest: [Instant]] = [:]

  init(capacity: Int) { self.capacity = capacity }

  var size: Int { recent.count + older.count + full.count }

  private func times(_ subject: SHA256.Digest, now: Instant) -> [Instant] {
    // A clock that was set back has left times in the future.
    (full[subject] ?? recent[subject] ?? older[subject] ?? []).filter { $0 > now - Self.window && $0 <= now }
  }

  /// - Returns: how long until another attempt; nil when one may be made.
  func wait(_ subject: SHA256.Digest, most: Int, now: Instant) -> Duration? {
    let times = times(subject, now: now)
    return times.count >= most ? times[times.count - most] + Self.window - now : nil
  }

  /// - Returns: how long until another attempt; nil when this one may be made, and is counted.
  mutating func admit(_ subject: SHA256.Digest, most: Int, now: Instant) -> Duration? {
    if let wait = wait(subject, most: most, now: now) { return wait }
    let times = times(subject, now: now) + [now]
    forget(subject)
    if times.count >= most {
      full[subject] = times
      if full.count >= 2 * capacity { keepNewest() }
    } else {
      if recent.count >= capacity { (older, recent) = (recent, [:]) }
      recent[subject] = times
    }
    return nil
  }

  private mutating func keepNewest() {
    let never = Instant.plausible.lowerBound
    let newest = full.sorted { ($0.value.last ?? never) > ($1.value.last ?? never) }.prefix(capacity)
    full = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }

  mutating func forget(_ subject: SHA256.Digest) {
    full[subject] = nil
    recent[subject] = nil
    older[subject] = nil
  }

  mutating func removeLast(_ subject: SHA256.Digest) {
    // It is in one of them at most.
    _ = full[subject]?.popLast()
    _ = recent[subject]?.popLast()
    _ = older[subject]?.popLast()
  }
}
