import Logging
import NIOCore
import BabySocket

/// Accepts no more connections than there are descriptors for, including those that are being closed to make room.
///
/// A process without a descriptor is ended: once a second Dispatch looks at its own threads in `/proc`, and takes it for
/// a fault of the program when it cannot open what it looks at.
final class AcceptLimit: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let most: Int
  private var open = 0

  init(most: Int) { self.most = most }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    open += 1
    if open >= most { setAccepting(false, context) }
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { [self] _ in
      open -= 1
      if open == most - 1 { setAccepting(true, context) }
    }
    context.fireChannelRead(data)
  }

  private func setAccepting(_ isAccepting: Bool, _ context: ChannelHandlerContext) {
    // Fails on a channel that is closed already, which accepts nothing anyway.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isAccepting)
  }

  /// Has a listening socket accept as many as the limits allow, and pause when the system has no descriptors left.
  static func bound(_ listener: any Channel, limits: ServerLimits, logger: Logger) async {
    await bound(
      listener, most: limits.connectionsWithinDescriptors + ServerLimits.connectionsMakingRoom, logger: logger)
  }

  static func bound(_ listener: any Channel, most: Int, logger: Logger) async {
    // Fails if the server is shutting down.
    try? await listener.eventLoop.submit {
      try listener.pipeline.syncOperations.addHandlers(
        AcceptLimit(most: most), AcceptPause(logger: logger), position: .first)
    }.get()
  }
}
