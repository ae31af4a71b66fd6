import NIOCore
import NIOPosix
import NIOSSL

/// Sends a request by TLS to a port of this machine, trusting one authority and no other, and takes the whole answer.
///
/// - Parameters:
///   - host: the name or address that the certificate has to be for.
///   - authority: a PEM file.
func secureExchange(_ request: String, port: Int, host: String, trusting authority: String) async throws -> Reply {
  var tls = TLSConfiguration.makeClientConfiguration()
  tls.trustRoots = .file(authority)
  let context = try NIOSSLContext(configuration: tls)
  let group = MultiThreadedEventLoopGroup.singleton
  let everything = group.next().makePromise(of: [UInt8].self)
  let isAddress = (try? SocketAddress(ipAddress: host, port: 1)) != nil
  do {
    let channel = try await ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // An address is not named in the greeting: the connection's own is compared.
          let handler = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
          try channel.pipeline.syncOperations.addHandlers(handler, SecureCollector(everything))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
  } catch {
    everything.fail(error)
  }
  return try Reply(bytes: try await everything.futureResult.get())
}

/// Takes all that comes; an error before anything has come is one.
private final class SecureCollector: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var received: [UInt8] = []
  private let everything: EventLoopPromise<[UInt8]>

  init(_ everything: EventLoopPromise<[UInt8]>) { self.everything = everything }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytesView
  }

  func channelInactive(context: ChannelHandlerContext) { everything.succeed(received) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if received.isEmpty { everything.fail(error) }
    context.close(promise: nil)
  }
}
