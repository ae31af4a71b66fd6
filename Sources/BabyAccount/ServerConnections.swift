import AsyncHTTPClient
package import BabyModel
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import SystemCalls

/// The connections to servers, kept open between requests for a minute, and the rules that hold for every request:
/// how long it may take, how large its answer may be, and whom to trust.
///
/// Polls every 30 seconds share one connection. Our server closes it after 75 idle seconds, so that the daemon usually
/// closes it first; a proxy may be quicker, and close it just when the next request is on its way. Such a request is
/// sent once more if repeating it is safe.
///
/// Redirects are never followed: a token goes only to its own server.
package final class ServerConnections: Sendable {
  private let configuration: HTTPClient.Configuration
  private let clients: Mutex<Clients>
  private let eventLoop: any EventLoop
  private let timeout: TimeAmount
  private let newsTimeout: TimeAmount
  private let trust: Duration
  private let lastAnswer = Mutex<Instant?>(nil)
  let now: @Sendable () -> Instant

  private struct Clients {
    /// The client for new requests.
    var current: HTTPClient
    /// Earlier clients that are being shut down, by number.
    var leaving: [Int: Task<Void, Never>] = [:]
    var count = 0
    var isOver = false
  }

  /// - Parameters:
  ///   - eventLoop: where everything happens. The caller shuts it down, after `shutdown`.
  ///   - certificateAuthorities: path of a PEM file with certificates to trust beside the system's.
  ///   - timeout: from the beginning of a request to the end of its answer.
  ///   - newsTimeout: how long after the request a stream of news may take for its first sign.
  ///   - rest: how long an idle connection is kept.
  ///   - trust: how long after an answer the server is believed to be still at the other end; no proxy in use hangs up
  ///     sooner.
  ///   - now: the time, for comparing clocks and for how long ago an answer was.
  /// - Throws: `CertificateFileError`.
  package init(
    on eventLoop: any EventLoop, certificateAuthorities: String? = nil, timeout: Duration = .seconds(30),
    newsTimeout: Duration = EventStreamSchedule.timeout, rest: Duration = .seconds(60), trust: Duration = .seconds(5),
    now: @escaping @Sendable () -> Instant
  ) throws(CertificateFileError) {
    self.eventLoop = eventLoop
    self.timeout = .milliseconds(timeout.inMilliseconds)
    self.newsTimeout = .milliseconds(newsTimeout.inMilliseconds)
    self.trust = trust
    self.now = now
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let certificateAuthorities {
      do {
        tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(certificateAuthorities))]
      } catch { throw CertificateFileError(path: certificateAuthorities) }
    }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: self.timeout),
      connectionPool: .init(idleTimeout: .milliseconds(rest.inMilliseconds)))
    configuration.httpVersion = .http1Only
    // The caller decides when to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    self.configuration = configuration
    let client = HTTPClient(eventLoopGroupProvider: .shared(eventLoop), configuration: configuration)
    clients = Mutex(Clients(current: client))
  }

  /// Closes all connections; the next request opens one. For after a suspend or a change of networks, when a
  /// connection may be dead without knowing, and a request would wait for its timeout.
  package func reconnect() {
    clients.withLock { clients in
      guard !clients.isOver else { return }
      let old = clients.current
      clients.current = HTTPClient(eventLoopGroupProvider: .shared(eventLoop), configuration: configuration)
      clients.count += 1
      // A request can still get a connection that is being closed, because TLS takes time to shut down.
      clients.leaving[clients.count] = Task { [self, number = clients.count] in
        try? await old.shutdown()
        self.clients.withLock { $0.leaving[number] = nil }
      }
    }
  }

  /// Ends all requests and closes all connections. Nothing can be sent afterwards.
  package func shutdown() async {
    let (current, leaving) = clients.withLock { clients in
      clients.isOver = true
      return (clients.current, Array(clients.leaving.values))
    }
    // It fails only when it was called before.
    try? await current.shutdown()
    for task in leaving { await task.value }
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameter limit: bytes that the answer's body may have.
  func exchange(_ request: HTTPClient.Request, limit: Int) async throws(Outage) -> HTTPClient.Response {
    let deadline = NIODeadline.now() + timeout
    let mayBeGone = lastAnswer.withLock { $0.map { now() - $0 >= trust } ?? false }
    do throws(Outage) { return try await attempt(request, limit: limit, by: deadline) } catch {
      guard error == .lost, mayBeGone, request.isRepeatable else { throw error }
      return try await attempt(request, limit: limit, by: deadline)
    }
  }

  private func attempt(
    _ request: HTTPClient.Request, limit: Int, by deadline: NIODeadline
  ) async throws(Outage) -> HTTPClient.Response {
    // Connections for `.delegateAndChannel` are closed after each request.
    let task = clients.withLock { $0.current }.execute(
      request: request, delegate: ResponseAccumulator(request: request, maxBodySize: limit),
      eventLoop: .delegate(on: eventLoop), deadline: deadline, logger: nil)
    do {
      let response = try await withTaskCancellationHandler {
        try await task.futureResult.get()
      } onCancel: {
        task.cancel()
      }
      lastAnswer.withLock { $0 = now() }
      return response
    } catch { throw Outage(error, limit: limit) }
  }

  /// Sends a request and reads the events of the response until it ends. It has its own connection.
  func follow(
    _ request: HTTPClient.Request, heard: @escaping @Sendable (String) -> Void,
    ended: @escaping @Sendable (EventStreamEnd) -> Void
  ) -> EventStreamHandle {
    let delegate = EventStreamDelegate(timeout: newsTimeout, heard: heard)
    let task = clients.withLock { $0.current }.execute(
      request: request, delegate: delegate, eventLoop: .delegateAndChannel(on: eventLoop), logger: nil)
    task.futureResult.whenComplete { _ in ended(delegate.end()) }
    return EventStreamHandle { task.cancel() }
  }
}

extension HTTPClient.Request {
  /// Whether it may be sent twice: it changes nothing, or has an idempotency key.
  fileprivate var isRepeatable: Bool { method == .GET || headers.contains(name: "Idempotency-Key") }
}

/// Why a custom file of certificate authorities cannot be used.
package struct CertificateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String { "\(path) contains no PEM certificates." }
}

extension Outage {
  /// The other side has closed the connection.
  static let lost = Outage.network("the connection was lost")

  /// The problem with a request, for a person: without anything that was sent or received.
  ///
  /// - Parameter limit: bytes that the answer's body could have.
  init(_ error: any Error, limit: Int) {
    switch error {
    case let error as HTTPClientError: self.init(error)
    case let error as NIOConnectionError: self.init(error)
    case let error as IOError: self = .network(error.words)
    case is ChannelError, is SocketAddressError: self = .lost
    case is ResponseAccumulator.ResponseTooBigError: self = .tooLarge(limit: limit)
    case HTTPParserError.invalidEOFState: self = .lost
    case is HTTPParserError: self = .badAnswer("something other than HTTP")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .network("its certificate is for another host")
    case let error as NIOSSLError: self.init(error)
    case is CancellationError: self = .network("the request was abandoned")
    default: self = .lost
    }
  }

  private init(_ error: HTTPClientError) {
    switch error {
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timeout
    case .cancelled, .alreadyShutdown: self = .network("the request was abandoned")
    default: self = .lost
    }
  }

  private init(_ error: NIOConnectionError) {
    if let first = error.connectionErrors.first {
      if first.error is ChannelError { self = .timeout } else { self.init(first.error, limit: 0) }
    } else {
      self = .network("there is no host named \(error.host)")
    }
  }

  private init(_ error: NIOSSLError) {
    switch error {
    case .handshakeFailed(let reason) where "\(reason)".contains("CERTIFICATE_VERIFY_FAILED"):
      self = .network("its certificate is not from an authority that this machine trusts, or has expired")
    case .handshakeFailed: self = .network("it does not speak TLS")
    default: self = .lost
    }
  }
}

extension IOError {
  /// For people, as the rest of a sentence: "nothing is listening there"
  fileprivate var words: String {
    switch errnoCode {
    case ECONNREFUSED: "nothing is listening there"
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "there is no route to it"
    case ECONNRESET, EPIPE: "the connection was lost"
    default: systemErrorText(errnoCode)
    }
  }
}
