import BabyModel
import BabyStore
import Synchronization

/// Receives all events that may lead to pushes, and signals them.
///
/// Without subscriptions, it signals nothing and keeps nothing. That is only known after a check without a signal
/// meanwhile.
final class PushDesk: Sendable {
  /// The maximum number of entries that are kept for notifications.
  private static let mostNotes = 256

  private enum Phase {
    /// A check is due: there may be a new subscription.
    case rung
    case looking
    case watching
    /// There are no subscriptions.
    case asleep
  }

  private struct State {
    var phase = Phase.rung
    var notes: [LoggedNote] = []
  }

  private let state = Mutex(State())
  /// Rings when there may be something to tell.
  let bell: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation

  init(_ store: ServerStore) {
    (bell, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Browsers that are known already.
    rope.yield()
    store.whenCommitted { [weak self] in self?.committed() }
  }

  private func committed() { if state.withLock({ $0.phase != .asleep }) { ring() } }

  /// Has everything be looked at.
  func ring() {
    state.withLock { $0.phase = .rung }
    rope.yield()
  }

  /// Keeps a logged entry for notifications; above the limit, only the first ones.
  func note(_ entry: SharedEntry, by user: UserID, now: Instant) {
    state.withLock { state in
      guard state.phase != .asleep, state.notes.count < Self.mostNotes,
        let note = LoggedNote(entry, by: user, now: now)
      else { return }
      state.notes.append(note)
    }
  }

  /// A look begins: what was logged since the last one.
  func takeNotes() -> [LoggedNote] {
    state.withLock { state in
      state.phase = .looking
      defer { state.notes = [] }
      return state.notes
    }
  }

  /// Called after a check. A signal during the check triggers another one, because it may have missed a new
  /// subscription.
  func follow(_ hasSubscribers: Bool) {
    state.withLock { state in
      guard state.phase == .looking else { return }
      state.phase = hasSubscribers ? .watching : .asleep
      if !hasSubscribers { state.notes = [] }
    }
  }
}
