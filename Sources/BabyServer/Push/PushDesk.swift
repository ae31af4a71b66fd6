import BabyModel
import BabyStore
import Synchronization

/// Hears of all that may have browsers be told of something, and rings then.
///
/// While no browser is to be told of anything, nothing rings and nothing is kept.
final class PushDesk: Sendable {
  /// Of what was logged and not told yet.
  private static let mostNotes = 256

  private struct State {
    var hasSubscribers = false
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

  private func committed() { if state.withLock({ $0.hasSubscribers }) { ring() } }

  /// Has everything be looked at.
  func ring() { rope.yield() }

  /// Keeps that somebody has logged something; of very many things the first.
  func note(_ entry: SharedEntry, by user: UserID, now: Instant) {
    state.withLock { state in
      guard state.hasSubscribers, state.notes.count < Self.mostNotes,
        let note = LoggedNote(entry, by: user, now: now)
      else { return }
      state.notes.append(note)
    }
  }

  /// What was logged since the last time.
  func takeNotes() -> [LoggedNote] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  func follow(_ hasSubscribers: Bool) {
    state.withLock { state in
      state.hasSubscribers = hasSubscribers
      if !hasSubscribers { state.notes = [] }
    }
  }
}
