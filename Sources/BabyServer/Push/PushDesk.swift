import BabyModel
import BabyStore
import Synchronization

/// Hears of all that may have browsers be told of something, and rings then.
///
/// While no browser is to be told of anything, nothing rings and nothing is kept. That is only known once it was
/// looked, and nobody has rung meanwhile.
final class PushDesk: Sendable {
  /// Of what was logged and not told yet.
  private static let mostNotes = 256

  private enum Phase {
    /// It is to be looked: somebody may have subscribed.
    case rung
    case looking
    case watching
    /// There is nobody to be told.
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

  /// Keeps that somebody has logged something; of very many things the first.
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

  /// A look has ended. After a ring meanwhile it may have missed who subscribed, and the next one tells.
  func follow(_ hasSubscribers: Bool) {
    state.withLock { state in
      guard state.phase == .looking else { return }
      state.phase = hasSubscribers ? .watching : .asleep
      if !hasSubscribers { state.notes = [] }
    }
  }
}
