import AsyncHTTPClient
package import BabyModel
package import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// The connections to servers, kept open between requests for a minute, and the rules that hold for every request:
/// how long it may take, how large its answer may be, and whom to trust.
///
/// A redirect is never followed: a token goes to the server that it is for, and nowhere else.
package final class ServerConnections: Sendable {
  private let client: HTTPClient
  private let eventLoop: any EventLoop
  private let timeout: TimeAmount
  private let newsPatience: TimeAmount
  let now: @Sendable () -> Instant
  private let channels: OpenChannels

  /// - Parameters:
  ///   - eventLoop: where everything happens. The caller shuts it down, after `shutdown`.
  ///   - certificateAuthorities: path of a PEM file with certificates to trust beside the system's.
  ///   - timeout: from the beginning of a request to the end of its answer.
  ///   - newsPatience: how long a stream of news may take for its first sign.
  ///   - now: the time, for comparing clocks.
  /// - Throws: `CertificateFileError`.
  package init(
    on eventLoop: any EventLoop, certificateAuthorities: String? = nil, timeout: Duration = .seconds(30),
    newsPatience: Duration = .seconds(10), now: @escaping @Sendable () -> Instant
  ) throws(CertificateFileError) {
    self.eventLoop = eventLoop
    self.timeout = .milliseconds(timeout.inMilliseconds)
    self.newsPatience = .milliseconds(newsPatience.inMilliseconds)
    self.now = now
    let channels = OpenChannels()
    self.channels = channels
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let certificateAuthorities {
      do {
        tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(certificateAuthorities))]
      } catch { throw CertificateFileError(path: certificateAuthorities) }
    }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: self.timeout),
      connectionPool: .init(idleTimeout: .seconds(60)))
    configuration.httpVersion = .http1Only
    // The caller decides when to try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channels.add(channel)
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    client = HTTPClient(eventLoopGroupProvider: .shared(eventLoop), configuration: configuration)
  }

  /// Closes all connections; the next request opens one. For after a suspend or a change of networks, when a
  /// connection may be dead without knowing, and a request would wait for its timeout.
  package func reconnect() { channels.closeAll() }

  /// Ends all requests and closes all connections. Nothing can be sent afterwards.
  package func shutdown() async {
    // It fails only when it was called before.
    try? await client.shutdown()
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameter limit: bytes that the answer's body may have.
  func exchange(_ request: HTTPClient.Request, limit: Int) async throws(Outage) -> HTTPClient.Response {
    let task = client.execute(
      request: request, delegate: ResponseAccumulator(request: request, maxBodySize: limit),
      eventLoop: .delegateAndChannel(on: eventLoop), deadline: .now() + timeout, logger: nil)
    do {
      return try await withTaskCancellationHandler {
        try await task.futureResult.get()
      } onCancel: {
        task.cancel()
      }
    } catch { throw Outage(error, limit: limit) }
  }

  /// Sends a request and takes the news that come for an answer, for as long as they do. It has a connection of its own.
  func follow(
    _ request: HTTPClient.Request, heard: @escaping @Sendable (String) -> Void,
    ended: @escaping @Sendable (NewsEnd) -> Void
  ) -> NewsStream {
    let delegate = NewsDelegate(patience: newsPatience, heard: heard)
    let task = client.execute(
      request: request, delegate: delegate, eventLoop: .delegateAndChannel(on: eventLoop), logger: nil)
    delegate.begin(task)
    task.futureResult.whenComplete { _ in ended(delegate.end()) }
    return NewsStream { task.cancel() }
  }
}

/// Why the file of one's own certificate authorities cannot be used.
package struct CertificateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String { "\(path) contains no PEM certificates." }
}

/// The connections that are open at the moment.
private final class OpenChannels: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    channels.withLock { $0[id] = channel }
    channel.closeFuture.whenComplete { [self] _ in channels.withLock { $0[id] = nil } }
  }

  func closeAll() {
    for channel in channels.withLock({ $0.values.map { $0 } }) { channel.close(promise: nil) }
  }
}
