import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
import Synchronization

/// A push service of a test's own: it takes messages and answers as it is told.
package final class TestPushService: Sendable {
  /// A message as it has come.
  package struct Delivery: Sendable {
    package let path: String
    /// By name in lower case.
    package let headers: [String: String]
    package let body: [UInt8]
  }

  /// What a message is answered with.
  package enum Answer: Sendable {
    case status(Int, headers: [(String, String)] = [])
    /// Nothing, for ever.
    case silence
    /// The connection is closed.
    case hangUp

    package static let taken = status(201)
  }

  private let state = Mutex<(deliveries: [Delivery], answer: @Sendable (Delivery) -> Answer)>(([], { _ in .taken }))
  /// Answers that wait to be given; nil while each is given at once.
  private let held = Mutex<[@Sendable () -> Void]?>(nil)
  private let channel = Mutex<(any Channel)?>(nil)
  private let scheme: String

  private init(scheme: String) { self.scheme = scheme }

  /// - Parameter tls: the certificate to show; nil for plain HTTP.
  package static func start(_ tls: TLSConfiguration? = nil) async throws -> TestPushService {
    let service = TestPushService(scheme: tls == nil ? "http" : "https")
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(MessageReader(service))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    service.channel.withLock { $0 = channel }
    return service
  }

  package func stop() { channel.withLock { $0 }?.close(promise: nil) }

  package var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }

  /// `http://127.0.0.1:4711`
  package var origin: String { "\(scheme)://\(scheme == "http" ? "127.0.0.1" : "localhost"):\(port)" }

  package func browser(_ name: String = "phone") -> TestBrowser { TestBrowser(endpoint: "\(origin)/\(name)") }

  /// All that has come, the first first.
  package var deliveries: [Delivery] { state.withLock { $0.deliveries } }

  package func answer(_ answer: @escaping @Sendable (Delivery) -> Answer) { state.withLock { $0.answer = answer } }

  /// Holds answers to messages back until they are released.
  package func hold() { held.withLock { $0 = $0 ?? [] } }

  package func release() {
    let waiting = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for answer in waiting { answer() }
  }

  /// Gives an answer now, or once it is released.
  fileprivate func give(_ answer: @escaping @Sendable () -> Void) {
    let isHeld = held.withLock { held in
      held?.append(answer)
      return held != nil
    }
    if !isHeld { answer() }
  }

  fileprivate func take(_ delivery: Delivery) -> Answer {
    let answer = state.withLock { state in
      state.deliveries.append(delivery)
      return state.answer
    }
    return answer(delivery)
  }
}

private final class MessageReader: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let service: TestPushService
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  init(_ service: TestPushService) { self.service = service }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body(let bytes): body += bytes.readableBytesView
    case .end:
      let headers = Dictionary(head?.headers.map { ($0.name.lowercased(), $0.value) } ?? []) { first, _ in first }
      let delivery = TestPushService.Delivery(path: head?.uri ?? "", headers: headers, body: body)
      body = []
      let answer = service.take(delivery)
      let channel = context.channel
      service.give { Self.give(answer, to: channel) }
    }
  }

  private static func give(_ answer: TestPushService.Answer, to channel: any Channel) {
    switch answer {
    case .silence: break
    case .hangUp: channel.close(promise: nil)
    case .status(let status, let more):
      var fields = HTTPHeaders(more)
      fields.add(name: "Content-Length", value: "0")
      let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: fields)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
