import BabyProtocol
import Glibc
package import Logging

/// Shared by all connections of the socket.
package struct SocketService: Sendable {
  var handler: any RequestHandler
  var policy: PeerPolicy
  var administrators = Administrators.system
  /// The daemon's own user, for whom there is always room.
  var owner: UInt32 = geteuid()
  var limits: SocketLimits
  var counters: SocketCounters
  var statistics: CallStatistics?
  var logger: Logger

  package init(
    handler: any RequestHandler, policy: PeerPolicy = .ownUserAndRoot(), limits: SocketLimits = .standard,
    counters: SocketCounters = SocketCounters(), statistics: CallStatistics? = nil, logger: Logger
  ) {
    self.handler = handler
    self.policy = policy
    self.limits = limits
    self.counters = counters
    self.statistics = statistics
    self.logger = logger
  }

  /// Calls the handler, and logs unexpected errors.
  func outcome(of request: Request, session: ClientSession) async -> Result<[UInt8], RPCError> {
    do throws(RPCError) {
      return .success(try await handler.result(for: request, session: session))
    } catch {
      if error.code == .internalError {
        // Logs only the type of an unexpected error. Its text could contain what a family has logged.
        logger.error(
          "a call failed unexpectedly", event: .callFailed,
          metadata: ["method": "\(request.method)", "error": "\(error.message)"])
      }
      return .failure(error)
    }
  }
}
