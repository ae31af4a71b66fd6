import BabyAPI
import BabyModel
import Synchronization

/// Lets nobody guess passwords at speed: so many failed attempts in a quarter of an hour for an e-mail address, and
/// for a network address.
final class LoginLimiter: Sendable {
  private let attempts = Mutex((emails: Attempts(most: 10), addresses: Attempts(most: 30)))

  /// Counts an attempt.
  ///
  /// - Parameter email: nil for a registration.
  /// - Throws: `APIError` with `rateLimited`.
  func admit(email: String?, address: String, now: Instant) throws(APIError) {
    let wait = attempts.withLock { attempts in
      let wait = [
        attempts.addresses.wait(address, now: now), email.flatMap { attempts.emails.wait($0, now: now) },
      ].compactMap { $0 }.max()
      if wait == nil {
        attempts.addresses.add(address, now: now)
        if let email { attempts.emails.add(email, now: now) }
      }
      return wait
    }
    if let wait {
      let seconds = Int((wait.inMilliseconds + 999) / 1000)
      throw APIError(.rateLimited, "Too many requests. Please wait.", retryAfter: seconds)
    }
  }

  /// The attempt was right: it counts for nothing, and the failed ones before it are forgotten.
  func forgive(email: String, address: String) {
    attempts.withLock {
      $0.emails.clear(email)
      $0.addresses.removeLast(address)
    }
  }
}

/// When somebody has tried, by whatever names them.
private struct Attempts {
  static let window: Duration = .minutes(15)
  /// Of names; the memory for more would be an attacker's to fill.
  static let capacity = 10_000

  let most: Int
  private var times: [String: [Instant]] = [:]

  init(most: Int) { self.most = most }

  /// How long until another attempt; nil when one may be made now.
  func wait(_ name: String, now: Instant) -> Duration? {
    let recent = (times[name] ?? []).filter { $0 > now - Self.window }
    guard recent.count >= most else { return nil }
    return recent[recent.count - most] + Self.window - now
  }

  mutating func add(_ name: String, now: Instant) {
    let begin = now - Self.window
    if times.count >= Self.capacity {
      times = times.filter { $0.value.contains { $0 > begin } }
      if times.count >= Self.capacity { times = [:] }
    }
    times[name] = (times[name] ?? []).filter { $0 > begin } + [now]
  }

  mutating func clear(_ name: String) { times[name] = nil }

  mutating func removeLast(_ name: String) { _ = times[name]?.popLast() }
}
