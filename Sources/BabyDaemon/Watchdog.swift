import BabyModel
import BabySocket
import Logging
import NIOCore
import Synchronization
import Systemd

/// Tells the service manager that calls get on, as long as they do: a daemon that stands still is started again.
///
/// A check takes the path of a call, from the event loop to the threads that write and read and back. The next one
/// begins only after it has returned, so that the watchdog is not fed while anything on the way is stuck.
final class Watchdog: Sendable {
  private enum State { case resting, looking, late }

  private let executor: any TaskExecutor
  private let look: @Sendable () async -> Void
  private let tell: @Sendable () -> Void
  private let logger: Logger
  private let state = Mutex(State.resting)

  /// - Parameters:
  ///   - executor: where looks begin.
  ///   - look: returns once it has been everywhere that calls go.
  ///   - tell: called each time that it has.
  init(
    logger: Logger, executor: any TaskExecutor, look: @escaping @Sendable () async -> Void,
    tell: @escaping @Sendable () -> Void
  ) {
    self.executor = executor
    self.logger = logger
    self.look = look
    self.tell = tell
  }

  /// Begins a check, unless the last one is still running.
  func beat() {
    let begins = state.withLock { state in
      switch state {
      case .resting:
        state = .looking
        return true
      case .looking:
        state = .late
        logger.error("calls are not making progress", event: .stuck)
        return false
      case .late: return false
      }
    }
    guard begins else { return }
    Task(executorPreference: executor) { [self] in
      await look()
      let wasLate = state.withLock { state in
        defer { state = .resting }
        return state == .late
      }
      if wasLate { logger.notice("calls are making progress again") }
      tell()
    }
  }

  /// Checks at half the service manager's interval, until the returned timer is cancelled; nil without a watchdog.
  static func start(_ parts: DaemonParts, on eventLoop: any EventLoop) -> RepeatedTask? {
    guard let interval = Notify.watchdogInterval else { return nil }
    let (writing, reading) = (parts.writeExecutor, parts.readExecutor)
    let watchdog = Watchdog(logger: parts.logger, executor: EventLoopTaskExecutor(eventLoop)) {
      await withTaskExecutorPreference(writing) {}
      await withTaskExecutorPreference(reading) {}
    } tell: {
      Notify.alive()
    }
    let half = TimeAmount(interval / 2)
    return eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: half) { _ in watchdog.beat() }
  }
}

/// Asks the service manager for more time while the database is brought up to date, as long as that gets on.
final class MigrationTimeout: Sendable {
  private static let extra: Duration = .seconds(30)
  private static let interval: Duration = .seconds(5)

  private let nextRequest = Mutex(SuspendingClock.now + interval)

  /// To be called after each step; reports progress every five seconds.
  func note() {
    let now = SuspendingClock.now
    let isDue = nextRequest.withLock { next in
      guard now >= next else { return false }
      next = now + Self.interval
      return true
    }
    if isDue { Notify.extendTimeout(by: Self.extra) }
  }
}
