import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// The way to the push services: the one thing that the server ever asks of the internet.
///
/// Each message has its own connection, to a public address of the service's name. There are few, and no connection is
/// kept open in between. Redirects are not followed.
struct PushClient: Sendable {
  /// Addresses of a service that are tried for one message.
  private static let mostAddresses = 3

  private let services: PushServices
  private let eventLoops: any EventLoopGroup
  private let addresses: @Sendable (String) async -> [String]
  private let connecting: TimeAmount
  private let answering: TimeAmount

  /// - Parameters:
  ///   - connecting: how long a connection to one address may take.
  ///   - answering: from the beginning to the end of the answer's head.
  ///   - addresses: finds those of a host to which messages may go.
  init(
    to services: PushServices, on eventLoops: any EventLoopGroup, connecting: TimeAmount = .seconds(10),
    answering: TimeAmount = .seconds(30),
    finding addresses: @escaping @Sendable (String) async -> [String] = PublicAddress.found
  ) {
    self.services = services
    self.eventLoops = eventLoops
    self.addresses = addresses
    self.connecting = connecting
    self.answering = answering
  }

  /// Sends a message once.
  func send(_ request: PushRequest) async -> PushOutcome {
    guard services.origin == nil else { return await send(request, to: nil) }
    for address in await addresses(request.endpoint.host).prefix(Self.mostAddresses) {
      guard !Task.isCancelled else { break }
      let outcome = await send(request, to: address)
      if outcome != .unreachable { return outcome }
    }
    return .unreachable
  }

  /// - Parameter address: numeric; nil if the name is resolved again.
  private func send(_ request: PushRequest, to address: String?) async -> PushOutcome {
    guard let configuration = configuration(of: request.endpoint, at: address) else { return .unreachable }
    let client = HTTPClient(eventLoopGroupProvider: .shared(eventLoops), configuration: configuration)
    let outcome = await exchange(request, with: client)
    try? await client.shutdown()
    return outcome
  }

  private func configuration(of endpoint: PushEndpoint, at address: String?) -> HTTPClient.Configuration? {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let file = services.certificate {
      guard let trusted = try? NIOSSLCertificate.fromPEMFile(file) else { return nil }
      tls.additionalTrustRoots = [.certificates(trusted)]
    }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: connecting))
    configuration.httpVersion = .http1Only
    configuration.connectionPool.retryConnectionEstablishment = false
    if let address { configuration.dnsOverride = [endpoint.host: address] }
    return configuration
  }

  private func exchange(_ request: PushRequest, with client: HTTPClient) async -> PushOutcome {
    guard
      let message = try? HTTPClient.Request(
        url: request.endpoint.text, method: .POST,
        headers: HTTPHeaders(request.headers.map { ($0.name, $0.value) }), body: .bytes(request.body))
    else { return .refused(status: 0) }
    let delegate = AnswerHead()
    let task = client.execute(request: message, delegate: delegate, deadline: .now() + answering)
    await withTaskCancellationHandler {
      // How it ends, the delegate knows.
      _ = try? await task.futureResult.get()
    } onCancel: {
      task.cancel()
    }
    return delegate.outcome
  }
}

/// Takes the head of an answer and nothing more, and knows whether there was anything to be answered.
private final class AnswerHead: HTTPClientResponseDelegate {
  typealias Response = Void

  /// The rest of the answer says nothing.
  private struct ResponseComplete: Error {}

  private struct State {
    var hasSent = false
    var outcome: PushOutcome?
  }

  private let state = Mutex(State())

  var outcome: PushOutcome { state.withLock { $0.outcome ?? ($0.hasSent ? .uncertain : .unreachable) } }

  func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) { state.withLock { $0.hasSent = true } }

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    let outcome = PushOutcome(status: Int(head.status.code), retryAfter: head.headers.first(name: "Retry-After"))
    state.withLock { $0.outcome = outcome }
    return task.eventLoop.makeFailedFuture(ResponseComplete())
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) {}
}

/// The result of sending a message to a service.
enum PushOutcome: Hashable, Sendable {
  /// The service has it.
  case taken
  /// There is no such browser any more.
  case gone
  /// It was not taken, and may be later.
  case busy(retryAfter: Duration?)
  /// Nothing was sent: there is no way to the service.
  case unreachable
  /// It was sent, and it is unknown whether it was accepted.
  case uncertain
  case refused(status: Int)

  /// - Parameter retryAfter: the header; a date in it counts as none.
  init(status: Int, retryAfter: String?) {
    switch status {
    case 200...299: self = .taken
    case 404, 410: self = .gone
    case 429, 500...599:
      let seconds = retryAfter.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
      self = .busy(retryAfter: seconds.map { .seconds(min($0, 86_400)) })
    default: self = .refused(status: status)
    }
  }
}

/// When a message that was not taken is sent again.
struct PushRetry: Hashable, Sendable {
  /// Before each further attempt, at least.
  var waits: [Duration] = [.seconds(5), .seconds(30), .seconds(120), .seconds(600)]
  /// At most, however long a service asks to wait.
  var longest: Duration = .seconds(600)

  /// - Parameter attempts: how often it was sent.
  /// - Returns: how long to wait; nil to give up, also if it may have been accepted: no message is sent twice.
  func wait(after outcome: PushOutcome, attempts: Int) -> Duration? {
    guard attempts >= 1, attempts <= waits.count else { return nil }
    let wait = waits[attempts - 1]
    switch outcome {
    case .busy(let asked): return min(max(asked ?? wait, wait), longest)
    case .unreachable: return wait
    case .taken, .gone, .uncertain, .refused: return nil
    }
  }
}
