import NIOCore
import NIOHTTP1

/// How often a connection is read from. Who sends a request byte by byte has it read ten times a second, and not as
/// often as a byte comes: each reading costs as much as one of a whole request does.
struct ReadThrottle {
  /// From one reading to the next of a request that trickles.
  static let interval: TimeAmount = .milliseconds(100)
  /// Readings in which any request may come in, however little each of them brings: a head of 11 KB in packets.
  static let freeReads = 8
  /// In bytes: what a reading of a body brings on the average when it does not trickle.
  private static let fairShare = 512

  private var reads = 0
  private var bytes = 0
  private var isReading = false
  private var unanswered = 0

  /// Whether the request that is being read is already answered: the rest is not needed.
  var isAnswered: Bool { isReading && unanswered == 0 }

  /// Whether the next read is delayed: a request trickles in, or its rest is not needed.
  var isSlow: Bool { isAnswered || reads > Self.freeReads && bytes < reads * Self.fairShare }

  mutating func headIsRead() {
    isReading = true
    unanswered += 1
  }

  mutating func hasRead(bodyBytes: Int) { bytes += bodyBytes }

  mutating func readingEnds() { reads += 1 }

  /// The request is there as a whole.
  mutating func requestIsRead() { (reads, bytes, isReading) = (0, 0, false) }

  /// A request's answer is made.
  mutating func answered() { unanswered -= 1 }
}

/// Puts off reading from a connection on which a request trickles in, and leaves out what comes of one that is answered:
/// to pass it on would wake up who waits for the next one.
final class ReadThrottleHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  private var throttle = ReadThrottle()
  private var putOff: Scheduled<Void>?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: throttle.headIsRead()
    case .body where throttle.isAnswered: return
    case .body(let piece): throttle.hasRead(bodyBytes: piece.readableBytes)
    case .end: throttle.requestIsRead()
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    throttle.readingEnds()
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    guard throttle.isSlow else { return context.read() }
    guard putOff == nil else { return }
    putOff = context.eventLoop.assumeIsolated().scheduleTask(in: ReadThrottle.interval) { [self] in
      putOff = nil
      context.read()
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { throttle.answered() }
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    putOff?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { putOff?.cancel() }
}
