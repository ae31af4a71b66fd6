import NIOCore
import NIOPosix

/// A client's connection: requests one after the other, each passed on over a connection of its own.
final class ProxyConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let serverPort: Int
  private let decide: (ProxiedMessage) -> Fault
  private var received: [UInt8] = []
  private var isBusy = false
  /// Takes what comes on behalf of a stream that passes in both directions.
  private var tunnel: (any Channel)?

  init(serverPort: Int, decide: @escaping (ProxiedMessage) -> Fault) {
    self.serverPort = serverPort
    self.decide = decide
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if let tunnel { return tunnel.writeAndFlush(unwrapInboundIn(data), promise: nil) }
    received += unwrapInboundIn(data).readableBytesView
    takeNext(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    tunnel?.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func takeNext(_ context: ChannelHandlerContext) {
    guard !isBusy, let request = ProxiedMessage(takingFrom: &received) else { return }
    isBusy = true
    serve(request, decide(request), context)
  }

  private func serve(_ request: ProxiedMessage, _ fault: Fault, _ context: ChannelHandlerContext) {
    switch fault {
    case .none where request.wantsStream: passOn(request, context)
    case .none: forward(request, context) { self.answer($0, context) }
    case .refuse: context.close(promise: nil)
    case .status(let status): answer(.page(status), context)
    case .answer(let status, let json):
      answer(ProxiedMessage.page(status).with(body: Array(json.utf8)), context)
    case .redirect(let address): answer(.redirect(to: address), context)
    case .silence: break
    case .delay(let time):
      context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(time / .nanoseconds(1)))) {
        self.serve(request, .none, context)
      }
    case .held(let task):
      context.eventLoop.makeFutureWithTask { await task.value }.assumeIsolated().whenComplete { _ in
        self.serve(request, .none, context)
      }
    case .twice: forward(request, context) { _ in self.serve(request, .none, context) }
    default: forward(request, context) { self.spoil($0, fault, context) }
    }
  }

  /// Gives an answer as the fault wants it.
  private func spoil(_ answer: ProxiedMessage, _ fault: Fault, _ context: ChannelHandlerContext) {
    switch fault {
    case .loseAnswer: context.close(promise: nil)
    case .silenceAfter: break
    case .statusAfter(let status): self.answer(.page(status), context)
    case .cut:
      write(Array(answer.bytes().dropLast(max(1, answer.body.count / 2))), context)
      context.close(promise: nil)
    case .drip(let interval): drip(answer.bytes()[...], every: interval, context)
    case .notJSON: self.answer(answer.with(body: Array("{\"entries\": [}".utf8)), context)
    case .otherForm: self.answer(answer.with(body: Array("[{\"id\": 1}]".utf8)), context)
    case .body(let text): self.answer(answer.with(body: Array(text.utf8)), context)
    case .html: self.answer(answer.with(body: Array("<html>Welcome</html>".utf8), type: "text/html"), context)
    case .huge(let count): self.answer(answer.with(body: Array(repeating: UInt8(ascii: " "), count: count)), context)
    case .longLength:
      write(answer.bytes(length: answer.body.count + 10), context)
      context.close(promise: nil)
    case .shortLength:
      // What is too much must not be taken for the next answer.
      write(answer.bytes(length: answer.body.count / 2, isLast: true), context)
      context.close(promise: nil)
    case .garbage:
      write(Array("220 mail.example.org ESMTP\r\n".utf8), context)
      context.close(promise: nil)
    default: self.answer(answer, context)
    }
  }

  private func answer(_ message: ProxiedMessage, _ context: ChannelHandlerContext) {
    write(message.bytes(), context)
    finish(context)
  }

  private func finish(_ context: ChannelHandlerContext) {
    isBusy = false
    takeNext(context)
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  private func drip(_ bytes: ArraySlice<UInt8>, every interval: Duration, _ context: ChannelHandlerContext) {
    guard let first = bytes.first, context.channel.isActive else { return }
    write([first], context)
    context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(interval / .nanoseconds(1)))) {
      self.drip(bytes.dropFirst(), every: interval, context)
    }
  }

  // MARK: The server's side

  /// Passes on a request whose answer goes on, and all that comes, as it comes.
  private func passOn(_ request: ProxiedMessage, _ context: ChannelHandlerContext) {
    let client = context.channel
    let bytes = request.bytes()
    let connection = ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Relay(to: client)) }
      }
      .connect(host: "127.0.0.1", port: serverPort)
    connection.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let channel):
        self.tunnel = channel
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
      case .failure: client.close(promise: nil)
      }
    }
  }

  /// Sends a request to the server and hands on its answer. A server that is not there ends the client's connection.
  private func forward(
    _ request: ProxiedMessage, _ context: ChannelHandlerContext, _ then: @escaping (ProxiedMessage) -> Void
  ) {
    let collector = AnswerCollector(on: context.eventLoop)
    let bytes = request.bytes()
    let box = NIOLoopBound(collector, eventLoop: context.eventLoop)
    let connection = ClientBootstrap(group: context.eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(box.value)
        }
      }
      .connect(host: "127.0.0.1", port: serverPort)
    connection.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let channel): channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
      case .failure: context.close(promise: nil)
      }
    }
    collector.answer.futureResult.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let answer): then(answer.value)
      case .failure: context.close(promise: nil)
      }
    }
  }
}

/// Passes on what comes from the server, and its end.
private final class Relay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let client: any Channel

  init(to client: any Channel) { self.client = client }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    client.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Takes one answer of the server, and hangs up.
private final class AnswerCollector: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  let answer: EventLoopPromise<NIOLoopBound<ProxiedMessage>>
  private var received: [UInt8] = []
  private var isDone = false

  init(on eventLoop: any EventLoop) { answer = eventLoop.makePromise() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytesView
    guard !isDone, let message = ProxiedMessage(takingFrom: &received) else { return }
    isDone = true
    answer.succeed(NIOLoopBound(message, eventLoop: context.eventLoop))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !isDone { answer.fail(ChannelError.eof) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension ProxiedMessage {
  /// What a proxy says in a server's place.
  static func page(_ status: Int) -> ProxiedMessage {
    ProxiedMessage(firstLine: "HTTP/1.1 \(status) Sorry", headers: [("content-length", "0")])
      .with(body: Array("<html>Sorry</html>".utf8), type: "text/html")
  }

  static func redirect(to address: String) -> ProxiedMessage {
    ProxiedMessage(
      firstLine: "HTTP/1.1 307 Temporary Redirect", headers: [("content-length", "0"), ("location", address)])
  }
}
