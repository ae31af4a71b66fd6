import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// How a connection is served: a place, TLS, HTTP, and deadlines for all of them.
struct ConnectionSetup: ServerChildChannel {
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
      try pipeline.addHandler(ConnectionPlace(connection, in: connections))
      if let certificates { try pipeline.addHandler(NIOSSLServerHandler(context: certificates.context())) }
    }.flatMap {
      http.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandlers(
        ReadPacing(), ConnectionDeadlines(connection, in: connections, limits: limits), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
