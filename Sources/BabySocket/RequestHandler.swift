package import BabyProtocol
import Glibc
package import Logging
import Synchronization

/// Answers requests. The socket server calls it; it knows no sockets.
package protocol RequestHandler: Sendable {
  /// The result's JSON text when it is at hand, nil when finding it takes any waiting.
  ///
  /// Runs on the event loop, where every other connection waits for it: only for answers that are cached or computed in
  /// microseconds.
  func immediateResult(for request: Request, session: ClientSession) -> [UInt8]?

  /// The result's JSON text.
  ///
  /// Runs in a separate task, which begins on the event loop and returns to it after each wait: computations of
  /// milliseconds belong elsewhere. The task is cancelled when the client cancels the request or disconnects; changes
  /// that are already committed stay.
  ///
  /// - Throws: what becomes the answer. `internalError` is logged, with its message.
  func result(for request: Request, session: ClientSession) async throws(RPCError) -> [UInt8]

  /// Whether the client has work between its calls, such as a subscription, so that its connection is not idle.
  func isInUse(by session: ClientSession) -> Bool

  /// The client is gone, and nothing is worked on for it any more.
  func ended(_ session: ClientSession)
}

extension RequestHandler {
  package func immediateResult(for request: Request, session: ClientSession) -> [UInt8]? { nil }

  package func isInUse(by session: ClientSession) -> Bool { false }

  package func ended(_ session: ClientSession) {}
}

/// One connection as the request handlers see it.
package final class ClientSession: Sendable {
  /// Counts up from 1 and is never used again while the daemon runs.
  package let id: Int
  package let peer: Peer
  /// May set the daemon up, and not only log.
  package let isAdministrator: Bool
  /// Where the client's events go.
  package let sink: any EventSink

  private let name = Mutex<String?>(nil)

  init(id: Int, peer: Peer, isAdministrator: Bool = true, sink: any EventSink) {
    self.id = id
    self.peer = peer
    self.isAdministrator = isAdministrator
    self.sink = sink
  }

  /// The client's name, after `hello`.
  package var clientName: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}

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
