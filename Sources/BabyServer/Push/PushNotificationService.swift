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
struct PushNotificationService: Service {
  /// How long after a failure to write it is tried again.
  private static let pause: Duration = .minutes(1)

  let trigger: PushTrigger
  let sender: PushSender
  let store: ServerStore
  let zones: ZoneDatabase
  /// The minimum time from one check to the next.
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    let alarm = Alarm<AlarmCause>(eventLoop: MultiThreadedEventLoopGroup.singleton.any())
    alarm.onExpiry { trigger.fire() }
    defer { alarm.end() }
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        group.addTask { await sender.run() }
        group.addTask { await check(alarm) }
      }
    }
  }

  private func check(_ alarm: Alarm<AlarmCause>) async {
    var planner = PushPlanner()
    for await _ in trigger.signals {
      var next: Instant?
      do {
        let check = try await planner.check(at: now(), store, zones, freshEntries: trigger.takeFreshEntries())
        trigger.follow(check.hasSubscribers)
        for delivery in check.deliveries { sender.enqueue(delivery) }
        next = check.next
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
final class PushTrigger: Sendable {
  /// The maximum number of entries that are kept for notifications.
  private static let mostFreshEntries = 256

  private enum Phase {
    /// A check is due: there may be a new subscription.
    case due
    case checking
    case waiting
    /// There are no subscriptions.
    case off
  }

  private struct State {
    var phase = Phase.due
    var freshEntries: [FreshEntry] = []
  }

  private let state = Mutex(State())
  /// Yields when there may be something to push.
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ store: ServerStore) {
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Browsers that are known already.
    continuation.yield()
    store.whenCommitted { [weak self] in self?.committed() }
  }

  private func committed() { if state.withLock({ $0.phase != .off }) { fire() } }

  /// Triggers a check of everything.
  func fire() {
    state.withLock { $0.phase = .due }
    continuation.yield()
  }

  /// Keeps a logged entry for notifications; above the limit, only the first ones.
  func note(_ entry: SharedEntry, by user: UserID, now: Instant) {
    state.withLock { state in
      guard state.phase != .off, state.freshEntries.count < Self.mostFreshEntries,
        let fresh = FreshEntry(entry, by: user, now: now)
      else { return }
      state.freshEntries.append(fresh)
    }
  }

  /// Begins a check, and returns what was logged since the last one.
  func takeFreshEntries() -> [FreshEntry] {
    state.withLock { state in
      state.phase = .checking
      defer { state.freshEntries = [] }
      return state.freshEntries
    }
  }

  /// Called after a check. A signal during the check triggers another one, because it may have missed a new
  /// subscription.
  func follow(_ hasSubscribers: Bool) {
    state.withLock { state in
      guard state.phase == .checking else { return }
      state.phase = hasSubscribers ? .waiting : .off
      if !hasSubscribers { state.freshEntries = [] }
    }
  }
}
