import Logging
import NIOCore

/// Stops accepting for a second when accepting fails, most likely because there are no descriptors left, as the
/// daemon's does: the client that could not be accepted stays in the queue, and the event loop would be told of it
/// again at once, for ever.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Any

  private let logger: Logger
  private var pause: Scheduled<Void>?

  init(logger: Logger) { self.logger = logger }

  /// The error goes no further: behind is whoever takes the connections, and would take no more.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard pause == nil else { return }
    logger.error("cannot accept a connection; trying again in a second", metadata: ["reason": "\(error)"])
    setAccepting(false, context)
    pause = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [self] in
      pause = nil
      setAccepting(true, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    pause?.cancel()
    context.fireChannelInactive()
  }

  private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
    // Fails on a channel that is closed already, which accepts nothing anyway.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
  }
}
