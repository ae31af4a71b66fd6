import BabyAPI
import BabyModel
import BabyStore

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
      try limiter.admitStranger(in: call.network, to: email, now: call.now)
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
