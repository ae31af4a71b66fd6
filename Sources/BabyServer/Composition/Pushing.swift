import BabyEngine
import BabyModel
import BabyStore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import BabySocket
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
      alarm.set(milliseconds: next?.milliseconds, for: .push)
      try? await Task.sleep(for: interval)
    }
  }

  private enum AlarmCause: Hashable { case push }
}
