import BabyProtocol
import Logging

/// What all connections of the socket share.
struct SocketService: Sendable {
  var handler: any RequestHandler
  var policy: PeerPolicy
  var limits: SocketLimits
  var counters: SocketCounters
  var logger: Logger

  init(
    handler: any RequestHandler, policy: PeerPolicy = .ownUserAndRoot(), limits: SocketLimits = SocketLimits(),
    counters: SocketCounters = SocketCounters(), logger: Logger
  ) {
    self.handler = handler
    self.policy = policy
    self.limits = limits
    self.counters = counters
    self.logger = logger
  }

  /// Has the handler answer, and turns whatever it throws into an error answer.
  func outcome(of request: Request, session: Session) async -> Result<[UInt8], RPCError> {
    do {
      return .success(try await handler.result(for: request, session: session))
    } catch let error as RPCError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(.cancelled)
    } catch {
      // The error's text could hold what somebody has logged about a child; its type cannot.
      logger.error(
        "a call failed unexpectedly", metadata: ["method": "\(request.method)", "error": "\(type(of: error))"])
      return .failure(RPCError(.internalError, "Something went wrong in the daemon; its log has more."))
    }
  }
}
