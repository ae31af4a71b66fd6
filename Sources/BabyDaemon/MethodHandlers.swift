import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

/// Answers one method: decodes, decides, encodes.
typealias Handler = @Sendable (Request, ClientSession, Engine) async throws -> [UInt8]

/// Answers one method at once, or not: then its `Handler` has to.
typealias ImmediateHandler = @Sendable (Request, ClientSession, Engine) -> [UInt8]?

/// Work for clients between their calls.
protocol ConnectionObserver: Sendable {
  /// Whether it is active for this one, so that its connection is not idle.
  func isInUse(by session: ClientSession) -> Bool

  /// The connection is over, and nothing is worked on for it any more.
  func ended(_ session: ClientSession)
}

/// The handlers by method.
struct MethodHandlers: Sendable {
  private var byName: [String: (handler: Handler, access: MethodAccess)] = [:]
  /// For methods whose answers are often cached.
  private(set) var immediate: [String: ImmediateHandler] = [:]
  /// Work for clients between their calls.
  var observers: [any ConnectionObserver] = []

  subscript(_ name: String) -> (handler: Handler, access: MethodAccess)? { byName[name] }

  /// Registers a method that reads the database.
  mutating func read<Method: RPCMethod>(
    _ method: Method.Type, _ body: @escaping @Sendable (Method.Params, LogbookReader) throws -> Method.Answer
  ) {
    add(method) { request, session, engine in
      let params = try Method.Params(strictly: request.params)
      return try await engine.read(session.caller) { reader in
        try reader.explainingErrors(about: request.child) { try body(params, reader).encoded }
      }
    }
  }

  /// Registers a read whose answer can be given again as it is.
  ///
  /// - Parameters:
  ///   - basis: what the answer follows from.
  ///   - body: gives the answer, and the time in which it stays right; nil when it never does.
  mutating func view<Method: RPCMethod>(
    _ method: Method.Type, _ commits: CommitWatch, from basis: AnswerBasis = .everything,
    _ body: @escaping @Sendable (Method.Params, LogbookReader) throws -> (Method.Answer, Range<Instant>?)
  ) {
    immediately(method) { request, session, engine in
      commits.answers.answer(
        to: AnswerKey(request, uid: session.peer.uid), version: commits.lastCommit(of: basis), at: engine.now())
    }
    add(method) { request, session, engine in
      let params = try Method.Params(strictly: request.params)
      let commit = commits.lastCommit(of: basis)
      let (answer, period) = try await engine.read(session.caller) { logbook in
        try logbook.explainingErrors(about: request.child) {
          let (answer, period) = try body(params, logbook)
          return (answer.encoded, period)
        }
      }
      if let period {
        commits.answers.keep(
          answer, bytes: answer.count, to: AnswerKey(request, uid: session.peer.uid), version: commit, during: period)
      }
      return answer
    }
  }

  /// Registers a method that changes the database.
  ///
  /// - Parameter refused: called after a refusal, once everything is rolled back, and before the answer is sent.
  mutating func write<Method: WriteMethod>(
    _ method: Method.Type,
    refused: (@Sendable (RPCError, Method.Params, Caller, Engine) async throws -> Void)? = nil,
    _ body: @escaping @Sendable (Method.Params, LogbookWriter) throws -> Method.Answer
  ) {
    add(method) { request, session, engine in
      let params = try Method.Params(strictly: request.params)
      let call = WriteCall(
        caller: session.caller, fingerprint: request.fingerprint, idempotencyKey: params.options.idempotencyKey,
        coalescesPresses: method.coalescesPresses, isDryRun: params.options.dryRun)
      do {
        let outcome = try await engine.write(call) { writer in
          try writer.reader.explainingErrors(about: request.child) { try body(params, writer).encoded }
        }
        return outcome.isRepeated ? try Method.Answer.repeated(outcome.answer) : outcome.answer
      } catch let error as RPCError {
        try await refused?(error, params, session.caller, engine)
        throw error
      }
    }
  }

  /// Registers a method about the daemon or the connection.
  mutating func call<Method: RPCMethod>(
    _ method: Method.Type,
    _ body: @escaping @Sendable (Method.Params, ClientSession, Engine) async throws -> Method.Answer
  ) {
    add(method) { request, session, engine in
      try await body(Method.Params(strictly: request.params), session, engine).encoded
    }
  }

  /// Registers a way to answer on the event loop, without waiting for anything.
  mutating func immediately<Method: RPCMethod>(_ method: Method.Type, _ handler: @escaping ImmediateHandler) {
    precondition(method.access == .everybody, "\(method.name) is answered before the caller is known")
    immediate[method.name] = handler
  }

  /// Registers a handler that encodes its answer itself.
  mutating func add<Method: RPCMethod>(_ method: Method.Type, _ handler: @escaping Handler) {
    precondition(byName[method.name] == nil, "two handlers for \(method.name)")
    byName[method.name] = (handler, method.access)
  }
}

extension WireObject {
  /// The answer to a press, as the answer to the same press once more.
  fileprivate static func repeated(_ bytes: [UInt8]) throws -> [UInt8] {
    guard var answer = try Self(json: JSON(parsing: bytes)) as? any PressAnswer else { return bytes }
    answer.isRepeated = true
    return answer.encoded
  }
}
