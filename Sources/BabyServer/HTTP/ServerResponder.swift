import BabyAPI
import BabyModel
import BabyProtocol
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import SystemLibraries

/// Per-request context: channel and peer address.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  let peer: NetworkAddress?
  fileprivate(set) var pageCheck = PageRequestCheck.none

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
    peer = NetworkAddress(source.channel.remoteAddress)
  }
}

/// Takes requests apart for the handlers, and makes responses of what they answer.
struct ServerResponder: Sendable {
  let table: OperationHandlers
  let proxies: TrustedProxies
  /// Whether this server speaks TLS itself.
  let hasTLS: Bool
  let now: @Sendable () -> Instant
  let logger: Logger
  let counts: RequestCounts
  private let page: PageRoutes
  private let answers = ConditionalAnswers()
  /// Whether the warning about an untrusted proxy was logged.
  private let warning = Once()
  private let saveFailures = SaveFailureLog()

  init(
    table: OperationHandlers, proxies: TrustedProxies, hasTLS: Bool, isPlainAllowed: Bool, trust: TrustRoutes,
    counts: RequestCounts, now: @escaping @Sendable () -> Instant, logger: Logger
  ) {
    self.table = table
    self.counts = counts
    self.proxies = proxies
    self.hasTLS = hasTLS
    self.now = now
    self.logger = logger
    page = PageRoutes(isPlainAllowed: isPlainAllowed, trust: trust, counts: counts)
  }

  /// Answers with the page, or from the cache, before anything is routed.
  func responder() -> some HTTPResponder<ServerContext> {
    let router = router().buildResponder()
    return CallbackResponder { request, context in
      // The first of them is taken out of the headers. A proxy in front may have gone by the second.
      guard request.headers[values: .secondHost].isEmpty else {
        return Response(CallAnswer(APIError(.invalid, "A request has one Host header.")), to: nil)
      }
      if let response = page.response(to: request, transport: transport(of: request, context)) { return response }
      let now = now()
      let pageCheck = PageRequestCheck(
        request.headers, lifetime: table.services.sessionLifetime, isPlainAllowed: page.isPlainAllowed
      ) { transport(of: request, context) }
      if let question = ConditionalRequest(request, page: pageCheck.pageRequest),
        let answer = answers.answer(to: question, in: table.services.store, at: now)
      {
        if let session = answer.session,
          table.services.uses.note(session, network: network(headers(of: request), context), now: now)
        {
          pageCheck.pageRequest?.renew()
        }
        counts.countFromMemory()
        return Response(answer, to: pageCheck.pageRequest)
      }
      var context = context
      context.pageCheck = pageCheck
      // A task keeps all the memory that it has ever needed at once. A connection's lives as long as the connection,
      // most of the time idle; this one ends with the answer.
      async let response = router.respond(to: request, context: context)
      return try await response
    }
  }

  private func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.add(middleware: JSONErrorMiddleware())
    for operation in Operation.all {
      guard let handler = table.handlers[operation.id] else { continue }
      router.on(RouterPath(operation.path), method: operation.verb.method) { request, context in
        let response = try await respond(to: request, context, operation, handler)
        counts.count(operation, response.status.code)
        return response
      }
    }
    return router
  }

  private func respond(
    to request: Request, _ context: ServerContext, _ operation: Operation, _ handler: OperationHandlers.Handler
  ) async throws -> Response {
    let page = context.pageCheck.pageRequest
    do {
      try context.pageCheck.refuse(operation)
      let call = call(request, context, operation, body: try await body(of: request))
      try call.refuseUnknownParameters()
      let answer =
        if let question = ConditionalRequest(request, page: page) {
          try await answers.keeping(question, in: table.services.store) { try await handler(call) }
        } else { try await handler(call) }
      guard let subscription = answer.subscription else { return Response(answer, to: page) }
      return Response(following: subscription, to: page, in: table.services.streams, on: context.channel)
    } catch let error as BrokenRequest {
      throw error.reason
    } catch {
      page?.fail()
      if let reason = saveFailures.reason(of: error, at: now()) {
        logger.error("saving fails", metadata: ["reason": "\(reason)"])
      }
      if let error = APIError(answering: error) {
        if error.code == .unauthorized, operation.access != .anybody { page?.endUnknownSession() }
        return Response(CallAnswer(error), to: page)
      }
      logger.error("request failed", metadata: ["operation": "\(operation.id)", "reason": "\(error)"])
      return Response(CallAnswer(APIError(.internalError, "Something went wrong.")), to: page)
    }
  }

  /// - Throws: `APIError` with `tooLarge`; `BrokenRequest`.
  private func body(of request: Request) async throws -> ByteBuffer {
    let most = table.services.limits.body
    do { return try await request.body.collect(upTo: most) } catch is NIOTooManyBytesError {
      throw APIError(.tooLarge, "A request can have at most \(most / 1024) KiB.")
    } catch { throw BrokenRequest(reason: error) }
  }

  private func call(_ request: Request, _ context: ServerContext, _ operation: Operation, body: ByteBuffer) -> Call {
    let headers = headers(of: request)
    return Call(
      operation: operation,
      path: Dictionary(context.parameters.map { (String($0.key), String($0.value)) }) { first, _ in first },
      query: Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first },
      headers: headers, body: Array(body.readableBytesView), network: network(headers, context),
      page: context.pageCheck.pageRequest, now: now())
  }

  private func transport(of request: Request, _ context: ServerContext) -> TransportSecurity {
    TransportSecurity(request.headers, hasTLS: hasTLS, peer: context.peer, proxies: proxies)
  }

  /// By name in lower case.
  private func headers(of request: Request) -> [String: String] {
    Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
  }

  /// Client network, used for rate limiting.
  private func network(_ headers: [String: String], _ context: ServerContext) -> [UInt8] {
    let forwarded = headers["x-forwarded-for"]
    if forwarded != nil, proxies.ranges != nil, !proxies.contains(context.peer), warning.isFirst() {
      logger.warning("ignoring X-Forwarded-For from a proxy that is not named with --trusted-proxy")
    }
    return proxies.origin(of: context.peer, forwarded: forwarded)?.network ?? []
  }
}

/// A request that is never completed: it is not HTTP, or its sender is gone. Nothing is wrong here.
private struct BrokenRequest: Error {
  let reason: any Error
}

/// Something that is to be done once.
private final class Once: Sendable {
  private let isDone = Atomic(false)

  func isFirst() -> Bool { !isDone.exchange(true, ordering: .relaxed) }
}

/// Requests without a route get an error in the same format.
private struct JSONErrorMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let error as HTTPError where error.status == .notFound {
      return Response(CallAnswer(.nothing), to: context.pageCheck.pageRequest)
    }
  }
}

extension Response {
  /// In bytes: what fits into one packet with its headers comes no sooner when it is smaller.
  private static let oneSegment = 1000

  /// - Parameter page: the page's request; nil for a bearer token, or an anonymous one.
  fileprivate init(_ answer: CallAnswer, to page: PageRequest?) {
    var headers = HTTPFields()
    // Several people can sign in on one phone, one after the other; a browser's cache is one for all of them.
    headers[.cacheControl] = answer.tag == nil || page != nil ? "no-store" : "private, no-cache"
    headers[.xContentTypeOptions] = "nosniff"
    headers[values: .setCookie] = page?.setCookies ?? []
    headers[.eTag] = answer.tag
    headers[.retryAfter] = answer.retryAfter.map(String.init)
    if answer.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    var body = answer.body
    if !body.isEmpty { headers[.contentType] = answer.media.rawValue }
    // A browser may show a picture by itself.
    if answer.media == .svg { headers[.contentSecurityPolicy] = PageAnswer.closed[.contentSecurityPolicy] }
    // Other sites cannot make a browser send such a request, so the compressed length reveals nothing.
    if page?.takesGzip == true, body.count > Self.oneSegment {
      headers[.contentEncoding] = "gzip"
      body = Gzip.packed(body)
    }
    self.init(status: .init(code: answer.status), headers: headers, body: .init(body))
  }

  /// - Parameter channel: of the request's connection.
  fileprivate init(
    following subscription: EventSubscription, to page: PageRequest?, in streams: EventStreams, on channel: any Channel
  ) {
    var headers: HTTPFields = [
      .contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    headers[values: .setCookie] = page?.setCookies ?? []
    // nginx and those that took it over would hold the events back.
    if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
    let body = ResponseBody { writer in
      try await writer.write(subscription.opening)
      await streams.hold(subscription, on: channel)
      try await writer.finish(nil)
    }
    self.init(status: .ok, headers: headers, body: body)
  }
}

extension HTTPField.Name {
  /// A second Host header; a single one is the request's authority.
  fileprivate static let secondHost = known("Host")
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

extension ResponseBody {
  /// How much a client has to take at once.
  private static let piece = 64 * 1024

  init(_ bytes: [UInt8]) { self.init(ByteBuffer(bytes: bytes)) }

  /// Nothing of a large body is copied for its pieces.
  init(_ bytes: ByteBuffer) {
    guard bytes.readableBytes > Self.piece else {
      self = bytes.readableBytes == 0 ? .init() : .init(byteBuffer: bytes)
      return
    }
    self.init(contentLength: bytes.readableBytes) { writer in
      var rest = bytes
      while let piece = rest.readSlice(length: min(rest.readableBytes, Self.piece)), piece.readableBytes > 0 {
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
  }
}
