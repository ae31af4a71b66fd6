import BabyEngine
import BabyModel
import BabySocket
import BabyStore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import SystemCalls

/// Tells browsers what is due, when it is, and what others have logged.
///
/// It runs after commits that may matter, and when the next push is due, for which there is one timer. Without
/// subscriptions it does nothing.
struct Pushing: Service {
  /// How long after a failure to write it is tried again.
  private static let pause: Duration = .minutes(1)

  let desk: PushDesk
  let sending: PushSending
  let store: ServerStore
  let zones: ZoneDatabase
  /// From one look to the next, at least.
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    let alarm = Alarm<AlarmCause>(eventLoop: MultiThreadedEventLoopGroup.singleton.any())
    alarm.whenItRings { desk.ring() }
    defer { alarm.end() }
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        group.addTask { await sending.run() }
        group.addTask { await look(alarm) }
      }
    }
  }

  private func look(_ alarm: Alarm<AlarmCause>) async {
    var agenda = PushAgenda()
    for await _ in desk.bell {
      var next: Instant?
      do {
        let look = try await agenda.look(at: now(), store, zones, notes: desk.takeNotes())
        desk.follow(look.hasSubscribers)
        for post in look.posts { sending.post(post) }
        next = look.next
      } catch {
        logger.warning("could not send due pushes; trying again", metadata: ["reason": "\(error)"])
        next = now() + Self.pause
      }
      alarm.set(at: next, for: .push)
      try? await Task.sleep(for: interval)
    }
  }

  private enum AlarmCause: Hashable { case push }
}

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
