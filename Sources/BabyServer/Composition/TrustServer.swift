import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import SystemCalls

/// Serves the instructions for trusting the family's authority over plain HTTP, at a separate port, and redirects
/// everything else to https.
struct TrustServer: Service {
  let routes: TrustRoutes
  let host: String
  let port: Int
  let connections: HTTPConnections
  let limits: ServerLimits
  let counts: RequestCounts
  let eventLoops: any EventLoopGroup
  let logger: Logger
  /// Called with the port once requests are taken.
  let onListening: @Sendable (Int) -> Void

  func run() async throws {
    let application = Application(
      responder: CallbackResponder { (request: Request, _: BasicRequestContext) in
        let response = routes.response(to: request) ?? routes.redirect(request)
        counts.count(TrustRoutes.name, response.status.code)
        return response
      },
      server: ConnectionSetup.builder(connections, limits: limits, certificates: nil),
      configuration: .init(address: .hostname(host, port: port)),
      onServerRunning: { channel in
        await AcceptLimit.bound(channel, limits: limits, logger: logger)
        onListening(channel.localAddress?.port ?? 0)
      },
      eventLoopGroupProvider: .shared(eventLoops), logger: logger)
    do { try await application.run() } catch let error as IOError {
      throw ServerStartFailure("Cannot listen on \(host), port \(port): \(systemErrorText(error.errnoCode)).")
    }
  }
}
