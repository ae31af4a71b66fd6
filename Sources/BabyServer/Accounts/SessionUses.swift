import BabyModel
import BabyStore
import Synchronization

/// When sessions were used since that was last written down.
///
/// A use is written to the hour, and with those of other sessions: a commit costs the disk a sync, and makes the server
/// forget all that it could answer from memory. Until then it is here.
final class SessionUses: Sendable {
  private static let precision: Duration = .hours(1)

  private let lifetime: Duration
  private let pending = Mutex<[SessionID: SessionUse]>([:])

  /// - Parameter lifetime: when an unused session expires.
  init(lifetime: Duration) { self.lifetime = lifetime }

  /// Counts a use, if the last one that is written down was long ago.
  ///
  /// - Parameter network: see `NetworkAddress.network`; evaluated only if needed.
  /// - Returns: whether the session now lives longer.
  @discardableResult
  func note(_ session: SessionStamp, network: @autoclosure () -> [UInt8], now: Instant) -> Bool {
    guard now - session.usedAt >= Self.precision else { return false }
    let use = SessionUse(at: now, network: NetworkAddress.region(of: network()))
    pending.withLock { $0[session.id] = use }
    return true
  }

  /// Writes down what has been counted; what could not be written stays for the next time.
  func write(to store: ServerStore, at now: Instant) async throws {
    let uses = pending.withLock { pending in
      defer { pending = [:] }
      return pending
    }
    guard !uses.isEmpty else { return }
    do { try await store.write(at: now) { [lifetime] in try $0.note(uses, lifetime: lifetime) } } catch {
      pending.withLock { $0.merge(uses) { newer, _ in newer } }
      throw error
    }
  }
}

/// A session, and when it was last used as far as that is written down.
struct SessionStamp: Hashable, Sendable {
  let id: SessionID
  let usedAt: Instant

  init(_ session: ServerSession) { (id, usedAt) = (session.id, session.usedAt) }
}
