import BabyAccount
import BabyEngine
import BabySocket
import BabyStore
import Logging
import NIOCore
import Synchronization

/// One database, served on the sockets.
///
/// It is rebuilt when another account's database replaces this one, so that nothing of one family is left for another.
final class Household: Sendable {
  /// Time in which a stopping daemon finishes what it has accepted; half a second is left to close the database.
  private static let shutdownTime: Duration = .milliseconds(4500)

  private let core: DaemonCore
  private let server: SocketServer
  private let isLast = Atomic(false)
  private let endings: AsyncStream<Void>
  private let ending: AsyncStream<Void>.Continuation

  /// Opens the database of the account in use and serves it on the sockets.
  ///
  /// - Throws: `StartFailure`.
  init(on sockets: [ListeningSocket], eventLoop: any EventLoop, _ parts: DaemonParts) async throws {
    (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let turns = try await TurnQueue.make(on: eventLoop)
    core = try await DaemonCore(parts, turns: turns)
    let service = SocketService(
      handler: core.router, limits: parts.limits, counters: parts.counters, statistics: parts.statistics,
      logger: parts.logger)
    server = try await SocketServer.start(on: sockets, eventLoop: eventLoop, turns: turns, service: service)
    parts.logger.info(
      "ready", event: .ready,
      metadata: [
        "socket": "\(sockets.map(\.path).joined(separator: " "))", "database": "\(core.engine.store.path)",
      ])
  }

  /// Serves until `end`, and closes everything.
  func run() async {
    await withTaskGroup { group in
      group.addTask { [core] in await core.run() }
      for await _ in endings {}
      group.cancelAll()
    }
    if isLast.load(ordering: .acquiring) {
      await server.shutDown(within: Self.shutdownTime)
    } else {
      await server.leave(within: Self.shutdownTime)
    }
    try? core.engine.store.close()
  }

  /// Has `run` return.
  ///
  /// - Parameter isLast: the socket is not needed any more.
  func end(isLast: Bool) {
    if isLast { self.isLast.store(true, ordering: .releasing) }
    ending.finish()
  }

  /// The machine has woken up, a network is there, or a session has begun or ended.
  func wake() { core.courier.wake() }

  /// The daemon's timer has run out.
  func timeHasPassed() { core.timeHasPassed() }

  /// How the family is doing, for systemd.
  func statusText() async -> String { await core.statusText() }
}
