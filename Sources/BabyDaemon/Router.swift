import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import Foundation
import Logging

/// Finds the handler of a method, decodes its params, and encodes its answer.
///
/// Handlers and the engine know neither sockets nor JSON.
final class Router: RequestHandler {
  private let engine: Engine
  private let handlers: MethodHandlers
  private let feed: ChangeFeed
  private let whenCalled: @Sendable () -> Void

  /// - Parameter whenCalled: called with each call; it must not wait for anything.
  /// - Precondition: every method of the protocol has exactly one handler.
  init(
    engine: Engine, handlers: MethodHandlers, feed: ChangeFeed, whenCalled: @escaping @Sendable () -> Void = {}
  ) {
    let missing = allMethods.map { $0.name }.filter { handlers[$0] == nil && $0 != Cancel.name }
    precondition(missing.isEmpty, "no handler for \(missing)")
    self.engine = engine
    self.handlers = handlers
    self.feed = feed
    self.whenCalled = whenCalled
  }

  func immediateResult(for request: Request, session: ClientSession) -> [UInt8]? {
    whenCalled()
    return handlers.immediate[request.method]?(request, session, engine)
  }

  func result(for request: Request, session: ClientSession) async throws(RPCError) -> [UInt8] {
    do {
      guard let entry = handlers[request.method] else { throw RPCError(unknownMethod: request.method) }
      try session.authorize(entry.access, for: request.method)
      return try await entry.handler(request, session, engine)
    } catch {
      let error = RPCError(error)
      feed.failed(error)
      throw error
    }
  }

  func isInUse(by session: ClientSession) -> Bool {
    handlers.observers.contains { $0.isInUse(by: session) }
  }

  func ended(_ session: ClientSession) {
    for observer in handlers.observers { observer.ended(session) }
  }
}

extension Request {
  /// The child that the call names, for the words of its errors.
  var child: String? { params["childId"]?.stringValue }

  /// The request without its key: method and params in the order of their names.
  var fingerprint: String {
    var object = params.objectValue ?? JSONObject()
    object.members.removeAll { $0.name == "idempotencyKey" }
    object.members.sort { $0.name < $1.name }
    return method + JSON.object(object).text
  }
}

extension ClientSession {
  var caller: Caller { Caller(uid: peer.uid, client: clientName ?? "pid \(peer.pid)") }

  /// - Throws: `permissionDenied` if a user who may only log calls a method for administrators.
  fileprivate func authorize(_ access: MethodAccess, for method: String) throws(RPCError) {
    guard access == .administrators, !isAdministrator else { return }
    throw RPCError(
      .permissionDenied,
      "On this daemon only root and members of the group \(Administrators.groupName) may call \(method).")
  }
}
