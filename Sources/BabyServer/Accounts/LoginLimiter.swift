import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Crypto
import Synchronization

/// Limits how fast passwords can be guessed: by the failed attempts of a quarter of an hour from one network, and by fewer
/// of them for one e-mail address. An address at which several networks guess takes an attempt every half a minute at most.
///
/// A machine that has logged in to an account before has separate attempts, and one outside the guesser's network waits
/// half a minute at most: otherwise anyone who knows an address could lock its owner out by guessing wrong.
/// docs/decisions/accounts.md has the numbers.
final class LoginLimiter: Sendable {
  /// Who makes the attempts.
  enum Subject {
    /// See `NetworkAddress.network`.
    case network([UInt8])
    /// Of a network that guesses at one e-mail address.
    case guess([UInt8], at: String)
    /// Hash of the machine's secret.
    case device([UInt8])
    /// A logged-in account that tries codes of shares.
    case account(UserID)

    fileprivate var most: Int {
      switch self {
      case .network: 30
      case .guess, .device, .account: 10
      }
    }

    /// Of one size, whatever the input.
    fileprivate var hash: SHA256.Digest {
      switch self {
      case .network(let bytes): SHA256.hash(data: [0] + bytes)
      case .guess(let network, let email): SHA256.hash(data: [1, UInt8(network.count)] + network + Array(email.utf8))
      case .device(let device): SHA256.hash(data: [2] + device)
      case .account(let user): SHA256.hash(data: [3] + Array("\(user)".utf8))
      }
    }
  }

  /// Apart from the others, so that a guesser who names many addresses does not push networks out of the memory.
  private let addresses: Mutex<GuessAttempts>
  private let others: Mutex<Attempts>

  /// - Parameter capacity: how many subjects of a sort are remembered for sure; fewer than four times as many are in memory.
  init(capacity: Int = 10_000) {
    addresses = Mutex(GuessAttempts(capacity: capacity))
    others = Mutex(Attempts(capacity: capacity))
  }

  /// How many subjects are remembered.
  var size: Int { addresses.withLock { $0.size } + others.withLock { $0.size } }

  private func withAttempts<Value: Sendable>(of subject: Subject, _ body: (inout Attempts) -> Value) -> Value {
    if case .guess = subject { addresses.withLock { body(&$0.ofNetworks) } } else { others.withLock { body(&$0) } }
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

  /// Counts an attempt at an e-mail address by a machine that has not logged in to its account before.
  ///
  /// - Throws: `APIError` with `rateLimited`.
  func admitGuess(in network: [UInt8], to email: String, now: Instant) throws(APIError) {
    let guess = Subject.guess(network, at: email)
    try Self.refuse(
      addresses.withLock { $0.admit(guess.hash, most: guess.most, at: Self.hash(ofAddress: email), now: now) })
  }

  /// The attempt was right: those before it from the same network are forgotten, and others' count on.
  func forgetStranger(in network: [UInt8], at email: String) {
    addresses.withLock { guesses in
      guesses.ofNetworks.forget(Subject.guess(network, at: email).hash)
      guesses.ofAll.removeLast(Self.hash(ofAddress: email))
    }
  }

  private static func hash(ofAddress email: String) -> SHA256.Digest { SHA256.hash(data: [4] + Array(email.utf8)) }

  private static func refuse(_ wait: Duration?) throws(APIError) {
    guard let wait else { return }
    let seconds = Int((wait.inMilliseconds + 999) / 1000)
    throw APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: seconds)
  }

  /// The attempt was right: it counts for nothing.
  func forgive(_ subject: Subject) { withAttempts(of: subject) { $0.removeLast(subject.hash) } }
}

/// Strangers' attempts at e-mail addresses: those of each network, and those of all networks together.
private struct GuessAttempts {
  /// From this many attempts in a quarter of an hour on, a pause follows each.
  private static let mostUnpaused = 10
  /// A network with this many of its own waits until they are a quarter of an hour old. Three leave room for a mistyped
  /// password.
  private static let mostOwnWithPause = 3
  /// In seconds. The first pause is one second, and each is twice as long as the one before.
  private static let longestPause = 30
  /// As many as make the longest pause.
  private static let remembered = mostUnpaused + 5

  var ofNetworks: Attempts
  var ofAll: Attempts

  init(capacity: Int) { (ofNetworks, ofAll) = (Attempts(capacity: capacity), Attempts(capacity: capacity)) }

  var size: Int { ofNetworks.size + ofAll.size }

  /// - Parameter most: attempts of a network.
  /// - Returns: how long until another attempt; nil when this one may be made, and is counted.
  mutating func admit(_ guess: SHA256.Digest, most: Int, at address: SHA256.Digest, now: Instant) -> Duration? {
    if let wait = ofNetworks.wait(guess, most: most, now: now) { return wait }
    let all = ofAll.times(address, now: now)
    if let last = all.last, all.count >= Self.mostUnpaused {
      if let wait = ofNetworks.wait(guess, most: Self.mostOwnWithPause, now: now) { return wait }
      let pause = Duration.seconds(min(1 << (all.count - Self.mostUnpaused), Self.longestPause))
      if last + pause > now { return last + pause - now }
    }
    ofNetworks.count(guess, most: most, now: now)
    ofAll.count(address, most: Self.mostUnpaused, remembering: Self.remembered, now: now)
    return nil
  }
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

  func times(_ subject: SHA256.Digest, now: Instant) -> [Instant] {
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
    count(subject, most: most, now: now)
    return nil
  }

  /// - Parameters:
  ///   - most: a subject with this many attempts is kept, however many others come.
  ///   - remembered: how many of its attempts are kept; default: `most`.
  mutating func count(_ subject: SHA256.Digest, most: Int, remembering remembered: Int? = nil, now: Instant) {
    let times = (times(subject, now: now) + [now]).suffix(remembered ?? most)
    forget(subject)
    if times.count >= most {
      full[subject] = Array(times)
      if full.count >= 2 * capacity { keepNewest() }
    } else {
      if recent.count >= capacity { (older, recent) = (recent, [:]) }
      recent[subject] = Array(times)
    }
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

/// One attempt to log in. Where it comes from must have attempts left before its body is read; it is counted once that has
/// been read and is one, by where it comes from and, of a stranger, by whom it means.
struct LoginAttempt {
  private let call: Call
  private let limiter: LoginLimiter
  private let device: [UInt8]?
  /// The accounts that have logged in with this machine before.
  private let familiar: [UserID]

  /// - Throws: `APIError` with `rateLimited`.
  init(_ call: Call, _ services: Services) async throws {
    self.call = call
    limiter = services.limiter
    let device = try call.device()
    familiar =
      if let device { try await services.store.read { try $0.users(of: device, now: call.now) } } else { [] }
    self.device = familiar.isEmpty ? nil : device
    try limiter.check(source, now: call.now)
  }

  /// Identifies the machine. A known machine is not affected by others in its network.
  private var source: LoginLimiter.Subject { device.map { .device($0) } ?? .network(call.network) }

  /// - Parameter user: nil when there is no such account.
  /// - Throws: `APIError` with `rateLimited`.
  func admit(email: String, of user: UserID?) throws(APIError) {
    // A refused attempt does not count: check all limits before counting.
    try limiter.check(source, now: call.now)
    if user.map({ !familiar.contains($0) }) ?? true {
      // The owner of one account on the server is still a stranger to the others.
      if device != nil { try limiter.check(.network(call.network), now: call.now) }
      try limiter.admitGuess(in: call.network, to: email, now: call.now)
      if device != nil { try limiter.admit(.network(call.network), now: call.now) }
    }
    try limiter.admit(source, now: call.now)
  }

  func succeeded(email: String, of user: UserID) {
    limiter.forgive(source)
    if familiar.contains(user) { return }
    if device != nil { limiter.forgive(.network(call.network)) }
    limiter.forgetStranger(in: call.network, at: email)
  }
}
