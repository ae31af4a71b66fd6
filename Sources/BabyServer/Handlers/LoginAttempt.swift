import BabyAPI
import BabyModel
import BabyStore

/// One attempt to log in, counted in two steps: by where it comes from before its body is read, and by whom it means
/// after that.
struct LoginAttempt {
  private let call: Call
  private let limiter: LoginLimiter
  private let device: [UInt8]?
  /// Who has logged in with this machine before.
  private let familiar: [UserID]

  /// - Throws: `APIError` with `rateLimited`.
  init(_ call: Call, _ services: Services) throws {
    self.call = call
    limiter = services.limiter
    let device = try call.device()
    familiar = try device.map { device in try services.store.read { try $0.users(of: device, now: call.now) } } ?? []
    self.device = familiar.isEmpty ? nil : device
    try limiter.admit(source, now: call.now)
  }

  /// What stands for the machine. What others in its network do is not held against one that is known.
  private var source: LoginLimiter.Subject { device.map { .device($0) } ?? .network(call.network) }

  /// - Parameter user: nil when there is no such account.
  /// - Throws: `APIError` with `rateLimited`.
  func admit(email: String, of user: UserID?) throws(APIError) {
    if let user, familiar.contains(user) { return }
    // The owner of one account on the server is still a stranger to the others.
    if device != nil { try limiter.admit(.network(call.network), now: call.now) }
    try limiter.admit(.email(email), now: call.now)
  }

  func succeeded(email: String, of user: UserID) {
    limiter.forgive(source)
    if familiar.contains(user) { return }
    if device != nil { limiter.forgive(.network(call.network)) }
    limiter.forget(.email(email))
  }
}
