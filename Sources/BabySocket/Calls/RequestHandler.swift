package import BabyProtocol

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
  func isEngaged(with session: ClientSession) -> Bool

  /// The client is gone, and nothing is worked on for it any more.
  func ended(_ session: ClientSession)
}

extension RequestHandler {
  package func immediateResult(for request: Request, session: ClientSession) -> [UInt8]? { nil }

  package func isEngaged(with session: ClientSession) -> Bool { false }

  package func ended(_ session: ClientSession) {}
}
