import NIOCore

/// Writes the events of one stream into the answer that is under way on its connection, and notices the stream's end.
///
/// It is in front of the chunk encoder, and gets encoded chunks: one event is encoded once for all the streams of an
/// account. It informs the connection's deadlines, which close a client that does not read. Only the latest unsent
/// event is kept, because it replaces all before it.
final class StreamEventSink: ChannelInboundHandler, RemovableChannelHandler {
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

  /// Stops writing. The caller ends the response.
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
    // A client that has closed its sending side does not read any more either.
    if case .inputClosed? = event as? ChannelEvent { end() }
    context.fireUserInboundEventTriggered(event)
  }
}
