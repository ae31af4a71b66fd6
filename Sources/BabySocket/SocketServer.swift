import BabyProtocol
import Glibc
package import Logging
package import NIOCore
import NIOPosix

/// Accepts connections on listening sockets and answers their requests, all on one event loop.
package final class SocketServer: Sendable {
  private let sockets: [ListeningSocket]
  private let listeners: [any Channel]
  private let eventLoop: any EventLoop
  private let turns: NIOLoopBound<NextTurnQueue>
  private let connections: NIOLoopBound<ConnectionTable>

  private init(
    sockets: [ListeningSocket], listeners: [any Channel], eventLoop: any EventLoop, turns: NIOLoopBound<NextTurnQueue>,
    connections: NIOLoopBound<ConnectionTable>
  ) {
    self.sockets = sockets
    self.listeners = listeners
    self.eventLoop = eventLoop
    self.turns = turns
    self.connections = connections
  }

  /// Begins to accept connections.
  ///
  /// - Parameters:
  ///   - sockets: stay open; they may have another server after this one.
  ///   - turns: the event loop's turns; closed with the server.
  ///   - eventLoop: one loop of a `MultiThreadedEventLoopGroup`; the caller shuts it down after the server.
  package static func start(
    on sockets: [ListeningSocket], eventLoop: any EventLoop, turns: NIOLoopBound<NextTurnQueue>, service: SocketService
  ) async throws -> SocketServer {
    let connections = try await eventLoop.submit {
      let table = ConnectionTable(service: service, turns: turns.value, eventLoop: eventLoop)
      return NIOLoopBound(table, eventLoop: eventLoop)
    }.get()
    var listeners: [any Channel] = []
    for socket in sockets {
      listeners.append(try await listen(on: socket, eventLoop: eventLoop, service: service, connections: connections))
    }
    return SocketServer(
      sockets: sockets, listeners: listeners, eventLoop: eventLoop, turns: turns, connections: connections)
  }

  private static func listen(
    on socket: ListeningSocket, eventLoop: any EventLoop, service: SocketService,
    connections: NIOLoopBound<ConnectionTable>
  ) async throws -> any Channel {
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SocketError.lastSystemError("listen on", socket.path) }
    let isShared = socket.isShared
    return try await ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(logger: service.logger))
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try connections.value.add(channel, isShared: isShared) }
      }
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.writeBufferWaterMark, value: service.limits.waterMark)
      .withBoundSocket(descriptor)
      .get()
  }

  /// Ends for good: `leave`, and gives the sockets up.
  ///
  /// - Parameter deadline: how long answering may take. What is not answered by then is cancelled, and its connection
  ///   closed.
  package func shutDown(within deadline: Duration) async {
    for socket in sockets { socket.close() }
    await leave(within: deadline)
    for socket in sockets { socket.releaseLock() }
  }

  /// Accepts no more connections, answers the requests that have arrived, and closes all connections. New clients wait
  /// for the sockets' next server.
  package func leave(within deadline: Duration) async {
    for listener in listeners { try? await listener.close() }
    let drained = eventLoop.flatSubmit { [connections] in
      connections.value.drain(within: TimeAmount(deadline))
    }
    try? await drained.get()
    try? await eventLoop.submit { [turns] in turns.value.close() }.get()
  }
}

extension SocketLimits {
  fileprivate var waterMark: ChannelOptions.Types.WriteBufferWaterMark {
    .init(low: unsentBytes / 4, high: unsentBytes)
  }
}

/// Stops accepting for a second when accepting fails, most likely because the process has no descriptors left.
///
/// The client that could not be accepted stays in the listening socket's queue. Without a pause the event loop would be
/// notified again at once, for ever.
package final class AcceptPause: ChannelInboundHandler {
  package typealias InboundIn = Any

  private let logger: Logger
  private var pause: Scheduled<Void>?

  package init(logger: Logger) { self.logger = logger }

  /// The error is not passed on: the acceptor would stop.
  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Another handler may have it accept again during a pause.
    setAccepting(false, context)
    guard pause == nil else { return }
    logger.error("cannot accept a connection; trying again in a second", metadata: ["error": "\(error)"])
    pause = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [self] in
      pause = nil
      setAccepting(true, context)
    }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    pause?.cancel()
    context.fireChannelInactive()
  }

  private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
    // Fails on a channel that is closed already, which accepts nothing anyway.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
  }
}
