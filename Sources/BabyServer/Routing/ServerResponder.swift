import BabyAPI
import BabyModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A request's surroundings: where it came from, and its connection.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}

/// Takes requests apart for the handlers, and makes responses of what they answer.
struct ServerResponder: Sendable {
  let table: HandlerTable
  let limits: ServerLimits
  /// Whether a proxy stands before the server, which says where requests came from.
  let isBehindProxy: Bool
  let now: @Sendable () -> Instant
  let logger: Logger
  private let memory: AnswerMemory
  private let deadlines: RequestDeadlines

  init(
    table: HandlerTable, limits: ServerLimits, isBehindProxy: Bool, now: @escaping @Sendable () -> Instant,
    logger: Logger
  ) {
    self.table = table
    self.limits = limits
    self.isBehindProxy = isBehindProxy
    self.now = now
    self.logger = logger
    memory = AnswerMemory(table.services.store)
    deadlines = RequestDeadlines(limit: limits.request)
  }

  /// Asks the memory before anything is routed.
  func responder() -> some HTTPResponder<ServerContext> {
    let router = router().buildResponder()
    return CallbackResponder { request, context in
      if let question = Question(request), let answer = memory.answer(to: question, now: now()) {
        return Response(answer)
      }
      return try await router.respond(to: request, context: context)
    }
  }

  private func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: ErrorsAsJSON())
    for operation in Operation.all {
      guard let handler = table.handlers[operation.id] else { continue }
      router.on(RouterPath(operation.path), method: operation.verb.method) { request, context in
        await respond(to: request, context, operation, handler)
      }
    }
    return router
  }

  private func respond(
    to request: Request, _ context: ServerContext, _ operation: Operation, _ handler: HandlerTable.Handler
  ) async -> Response {
    deadlines.begin(on: context.channel)
    defer { deadlines.end(on: context.channel) }
    do {
      let call = try await call(request, context, operation)
      try call.refuseUnknownParameters()
      guard let question = Question(request) else { return Response(try await handler(call)) }
      return Response(try await memory.remembering(question) { try await handler(call) })
    } catch {
      if let error = APIError(answering: error) { return Response(CallAnswer(error)) }
      logger.error("request failed", metadata: ["operation": "\(operation.id)", "reason": "\(error)"])
      return Response(CallAnswer(APIError(.internalError, "Something went wrong.")))
    }
  }

  private func call(_ request: Request, _ context: ServerContext, _ operation: Operation) async throws -> Call {
    let body: ByteBuffer
    do { body = try await request.body.collect(upTo: limits.body) } catch is NIOTooManyBytesError {
      throw APIError(.tooLarge, "A request can have \(limits.body / 1024) KiB.")
    }
    let headers = Dictionary(
      request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
    return Call(
      operation: operation,
      path: Dictionary(context.parameters.map { (String($0.key), String($0.value)) }) { first, _ in first },
      query: Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first },
      headers: headers, body: Array(body.readableBytesView), address: address(headers, context), now: now())
  }

  /// Behind a proxy, the last address in its header is the one that it has seen; the ones before anybody can write.
  private func address(_ headers: [String: String], _ context: ServerContext) -> String {
    if isBehindProxy, let last = headers["x-forwarded-for"]?.split(separator: ",").last {
      return last.filter { $0 != " " }
    }
    return context.channel.remoteAddress?.ipAddress ?? ""
  }
}

/// What is not routed at all is answered in the form of all errors.
private struct ErrorsAsJSON: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let error as HTTPError where error.status == .notFound {
      return Response(CallAnswer(.nothing))
    }
  }
}

extension Response {
  fileprivate init(_ answer: CallAnswer) {
    var headers = HTTPFields()
    headers[.cacheControl] = answer.tag == nil ? "no-store" : "private, no-cache"
    headers[.eTag] = answer.tag
    headers[.retryAfter] = answer.retryAfter.map(String.init)
    if answer.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    if !answer.body.isEmpty { headers[.contentType] = "application/json" }
    self.init(
      status: .init(code: answer.status), headers: headers,
      body: answer.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

extension Operation.Verb {
  fileprivate var method: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .put: .put
    case .patch: .patch
    case .delete: .delete
    }
  }
}
