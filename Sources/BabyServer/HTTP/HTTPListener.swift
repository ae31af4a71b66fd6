import BabySocket
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import SystemCalls

/// Accepts connections at an address, and has their requests answered.
struct HTTPListener<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  let responder: Responder
  let host: String
  let port: Int
  /// How a failure names the place; default: the address and the port.
  var place: String?
  let connections: HTTPConnections
  let limits: ServerLimits
  /// Nil for HTTP without TLS.
  var certificates: Certificates?
  /// Connections that are accepted beyond those that have places: for each of them one is being closed.
  var makingRoom = ServerLimits.connectionsMakingRoom
  let eventLoops: any EventLoopGroup
  let logger: Logger
  /// Called with the port once requests are taken.
  var onListening: @Sendable (Int) async -> Void = { _ in }

  func run() async throws {
    let application = Application(
      responder: responder,
      server: ConnectionSetup.builder(connections, limits: limits, certificates: certificates),
      configuration: .init(address: .hostname(host, port: port)),
      onServerRunning: { channel in
        await AcceptLimit.bound(channel, most: limits.connectionsWithinDescriptors + makingRoom, logger: logger)
        await onListening(channel.localAddress?.port ?? 0)
      }, eventLoopGroupProvider: .shared(eventLoops), logger: logger)
    do { try await application.run() } catch let error as IOError {
      let place = place ?? "on \(host), port \(port)"
      throw ServerStartFailure("Cannot listen \(place): \(systemErrorText(error.errnoCode)).")
    }
  }
}

/// How a connection is served: a place, TLS, HTTP, and deadlines for all of them.
private struct ConnectionSetup: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  private let http: HTTP1Channel
  private let connections: HTTPConnections
  private let limits: ServerLimits
  private let certificates: Certificates?

  /// - Parameter certificates: nil for HTTP without TLS.
  static func builder(
    _ connections: HTTPConnections, limits: ServerLimits, certificates: Certificates?
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      let http = HTTP1Channel(
        responder: responder,
        configuration: .init(
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)))
      return ConnectionSetup(http: http, connections: connections, limits: limits, certificates: certificates)
    }
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let connection = HTTPConnection { channel.triggerUserOutboundEvent(HangUp(), promise: nil) }
    return channel.eventLoop.makeCompletedFuture {
      try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: numericCast(limits.unread))
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ConnectionSlotHandler(connection, in: connections))
      if let certificates { try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context())) }
    }.flatMap {
      http.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandlers(
        ReadThrottleHandler(), ConnectionDeadlines(connection, in: connections, limits: limits),
        position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Accepts no more connections than there are descriptors for, including those that are being closed to make room.
///
/// A process without a descriptor is ended: once a second Dispatch looks at its own threads in `/proc`, and takes it for
/// a fault of the program when it cannot open what it looks at.
final class AcceptLimit: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let most: Int
  private var open = 0

  init(most: Int) { self.most = most }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    open += 1
    if open >= most { setAccepting(false, context) }
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { [self] _ in
      open -= 1
      if open == most - 1 { setAccepting(true, context) }
    }
    context.fireChannelRead(data)
  }

  private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
    // Fails on a channel that is closed already, which accepts nothing anyway.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
  }

  /// Has a listening socket accept at most `most` connections, and pause when the system has no descriptors left.
  static func bound(_ listener: any Channel, most: Int, logger: Logger) async {
    // Fails if the server is shutting down.
    try? await listener.eventLoop.submit {
      try listener.pipeline.syncOperations.addHandlers(
        AcceptLimit(most: most), AcceptPause(logger: logger), position: .first)
    }.get()
  }
}
