import NIOCore

/// Writes the events of one stream into the answer that is under way on its connection, and notices the stream's end.
///
/// It stands in front of what makes chunks of an answer, and is given them as they go out: one event is made into a
/// chunk once for all the streams of an account. It tells the connection's deadlines, which hang up on a client that
/// takes nothing. What cannot be written at once is not kept, but for the latest event: it says all that those before
/// it did.
final class StreamOutlet: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Called once, on the event loop; nil when the stream has ended.
  var whenEnded: (() -> Void)?
  private let deadlines: ConnectionDeadlines?
  private var context: ChannelHandlerContext?
  private var isWriting = false
  private var waiting: ByteBuffer?

  init(_ deadlines: ConnectionDeadlines? = nil) { self.deadlines = deadlines }

  /// - Parameter event: as a chunk.
  func tell(_ event: ByteBuffer) {
    guard whenEnded != nil else { return }
    if isWriting { waiting = event } else { write(event) }
  }

  /// Shows that the stream is there; needless while something else is on its way.
  func beat() {
    guard whenEnded != nil, !isWriting else { return }
    write(.heartbeatChunk)
  }

  /// Writes nothing more. The end of the answer is for whoever is told.
  func end() {
    let action = whenEnded
    whenEnded = nil
    waiting = nil
    if let context { context.pipeline.syncOperations.removeHandler(context: context, promise: nil) }
    action?()
  }

  private func write(_ bytes: ByteBuffer) {
    guard let context else { return }
    isWriting = true
    deadlines?.writeBegins()
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [self] _ in
      isWriting = false
      deadlines?.writeEnds()
      guard let next = waiting else { return }
      waiting = nil
      write(next)
    }
    context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    end()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Who says nothing more listens no more either.
    if case .inputClosed? = event as? ChannelEvent { end() }
    context.fireUserInboundEventTriggered(event)
  }
}
