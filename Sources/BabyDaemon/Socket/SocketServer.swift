import BabyProtocol
import Glibc
import Logging
import NIOCore
import NIOPosix

/// Accepts connections on a listening socket and answers their requests, all on one event loop.
final class SocketServer: Sendable {
  private let socket: ListeningSocket
  private let listener: any Channel
  private let turns: NIOLoopBound<TurnQueue>
  private let connections: NIOLoopBound<ConnectionTable>

  private init(
    socket: ListeningSocket, listener: any Channel, turns: NIOLoopBound<TurnQueue>,
    connections: NIOLoopBound<ConnectionTable>
  ) {
    self.socket = socket
    self.listener = listener
    self.turns = turns
    self.connections = connections
  }

  /// Begins to accept connections.
  ///
  /// - Parameters:
  ///   - socket: stays open; it may have another server after this one.
  ///   - turns: the event loop's turns; closed with the server.
  ///   - eventLoop: one loop of a `MultiThreadedEventLoopGroup`; the caller shuts it down after the server.
  static func start(
    on socket: ListeningSocket, eventLoop: any EventLoop, turns: NIOLoopBound<TurnQueue>, service: SocketService
  ) async throws -> SocketServer {
    let connections = try await eventLoop.submit {
      let table = ConnectionTable(service: service, turns: turns.value, eventLoop: eventLoop)
      return NIOLoopBound(table, eventLoop: eventLoop)
    }.get()
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SocketError.lastSystemError("listen on", socket.path) }
    let listener = try await ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(logger: service.logger))
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try connections.value.add(channel) }
      }
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.writeBufferWaterMark, value: service.limits.waterMark)
      .withBoundSocket(descriptor)
      .get()
    return SocketServer(socket: socket, listener: listener, turns: turns, connections: connections)
  }

  /// Ends for good: `leave`, and gives the socket up.
  ///
  /// - Parameter deadline: how long answering may take. What is not answered by then is cancelled, and its connection
  ///   closed.
  func shutDown(within deadline: Duration) async {
    socket.close()
    await leave(within: deadline)
    socket.releaseLock()
  }

  /// Accepts nothing more, lets what has come in be answered, and closes every connection. Who connects from now on
  /// waits for the socket's next server.
  func leave(within deadline: Duration) async {
    try? await listener.close()
    let drained = listener.eventLoop.flatSubmit { [connections] in
      connections.value.drain(within: TimeAmount(deadline))
    }
    try? await drained.get()
    try? await listener.eventLoop.submit { [turns] in turns.value.close() }.get()
  }
}

extension SocketLimits {
  fileprivate var waterMark: ChannelOptions.Types.WriteBufferWaterMark {
    .init(low: unsentBytes / 4, high: unsentBytes)
  }
}
