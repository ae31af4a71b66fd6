import BabyModel
import BabyStore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// Deletes expired data, at the start and once a day, with or without writes.
struct Pruning: Service {
  let store: ServerStore
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        while true {
          do { try await store.write(at: now()) { try $0.prune() } } catch {
            logger.warning("expired data could not be deleted; trying again later", metadata: ["reason": "\(error)"])
          }
          try await Task.sleep(for: interval)
        }
      }
    } catch is CancellationError where Task.isShuttingDownGracefully {}
  }
}

/// Writes down when sessions were used, and how many requests there were, every few minutes and at the end.
struct UsesWriting: Service {
  let uses: SessionUses
  let counts: RequestCounts
  let store: ServerStore
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    let began = now()
    do {
      try await cancelWhenGracefulShutdown {
        while true {
          try await Task.sleep(for: interval)
          await write(since: began)
        }
      }
    } catch is CancellationError {}
    await write(since: began)
  }

  private func write(since began: Instant) async {
    do {
      try await uses.write(to: store, at: now())
      let tally = RequestTally(counts, since: began, until: now())
      // If the port was taken, there is nothing to write, and the other server is still counting.
      if tally.answered > 0 { try tally.write(for: store.path) }
    } catch {
      logger.warning("use could not be written down; trying again later", metadata: ["reason": "\(error)"])
    }
  }
}

/// Backs up the database once a day, if there are accounts, into `backups` beside it.
struct BackingUp: Service {
  let store: ServerStore
  /// How often it is looked whether it is time.
  let interval: Duration
  let now: @Sendable () -> Instant
  let logger: Logger

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        while true {
          // A database that cannot be copied now will be later.
          do { try await backUpIfDue() } catch let error where !(error is CancellationError) {
            logger.warning("no backup could be made; trying again later", metadata: ["reason": "\(error)"])
          }
          try await Task.sleep(for: interval)
        }
      }
    } catch is CancellationError where Task.isShuttingDownGracefully {}
  }

  private func backUpIfDue() async throws {
    let (folder, now) = (BackupFolder(of: store.path), now())
    guard BackupRotation.isDue(at: now, newest: folder.items.first?.at),
      try await store.read({ try $0.hasUsers() })
    else { return }
    // It waits for the disk.
    _ = try await NIOThreadPool.singleton.runIfActive { [store] in try folder.add(store, at: now) }
  }
}

/// Has renewed certificates taken over at once when a signal says so.
struct Reloading: Service {
  let signals: [UnixSignal]
  let certificates: Certificates?

  func run() async throws {
    guard !signals.isEmpty else { return try await gracefulShutdown() }
    for await _ in await UnixSignalsSequence(trapping: signals).cancelOnGracefulShutdown() { certificates?.reload() }
  }
}

/// Closes the remaining connections some time after the shutdown signal.
struct HangingUp: Service {
  let connections: HTTPConnections
  let after: TimeAmount
  /// Called when there should have been an end some time ago.
  let onOverdue: @Sendable () -> Void

  func run() async throws {
    try await gracefulShutdown()
    // These do not delay the shutdown: the other services end when this returns.
    let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
    eventLoop.scheduleTask(in: after) { connections.hangUp() }
    eventLoop.scheduleTask(in: after + .seconds(4)) { onOverdue() }
  }
}
