package import Logging
package import NIOCore

/// Stops accepting for a second when accepting fails, most likely because the process has no descriptors left.
///
/// The client that could not be accepted stays in the listening socket's queue. Without a pause the event loop would be
/// notified again at once, for ever.
package final class AcceptPause: ChannelInboundHandler {
  package typealias InboundIn = Any

  private let logger: Logger
  private var pause: Scheduled<Void>?

  package init(logger: Logger) { self.logger = logger }

  /// The error is not passed on: the acceptor would stop.
  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Another handler may have it accept again during a pause.
    setAccepting(false, context)
    guard pause == nil else { return }
    logger.error("cannot accept a connection; trying again in a second", metadata: ["error": "\(error)"])
    pause = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [self] in
      pause = nil
      setAccepting(true, context)
    }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    pause?.cancel()
    context.fireChannelInactive()
  }

  private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
    // Fails on a channel that is closed already, which accepts nothing anyway.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
  }
}
