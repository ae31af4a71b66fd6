import Logging
import NIOCore

/// The lines on their way to one client. A client that does not read them is closed.
///
/// Lives on the event loop.
final class ConnectionOutput {
  private let service: SocketService
  private let session: Session

  /// Used again once its content has left, so that a call costs no memory of its own.
  private var buffer = ByteBuffer()
  /// Bytes of all lines since the connection began.
  private var total = 0
  private var stallCheck: Scheduled<Void>?

  init(service: SocketService, session: Session) {
    self.service = service
    self.session = session
  }

  /// Bytes that the next flush sends.
  var count: Int { buffer.readableBytes }

  func append(_ line: [UInt8]) {
    buffer.writeBytes(line)
    buffer.writeInteger(UInt8(ascii: "\n"))
    total += line.count + 1
  }

  /// - Returns: whether the client has taken everything.
  @discardableResult
  func flush(_ context: ChannelHandlerContext) -> Bool {
    guard count > 0 else { return !isBlocked(context) }
    context.writeAndFlush(NIOAny(buffer), promise: nil)
    // One large answer does not make every later one hold its memory.
    if buffer.capacity <= 1 << 16 { buffer.clear() } else { buffer = ByteBuffer() }
    let unsent = unsentBytes(context) ?? 0
    if unsent > 0 { watchForStall(context, unsent: unsent) }
    return unsent == 0
  }

  /// Whether the client has not taken all that was flushed.
  private func isBlocked(_ context: ChannelHandlerContext) -> Bool { (unsentBytes(context) ?? 0) > 0 }

  /// Calls back when everything has left that was flushed so far; never when the connection closes first.
  func whenSent(_ context: ChannelHandlerContext, _ callback: @escaping () -> Void) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenSuccess(callback)
    context.writeAndFlush(NIOAny(ByteBuffer()), promise: sent)
  }

  /// Closes the connection when everything has left.
  func flushAndClose(_ context: ChannelHandlerContext) {
    let flushed = context.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(NIOAny(buffer), promise: flushed)
    if let unsent = unsentBytes(context), unsent > 0 { watchForStall(context, unsent: unsent) }
  }

  /// The connection is closed.
  func end() { stallCheck?.cancel() }

  private func unsentBytes(_ context: ChannelHandlerContext) -> Int? {
    try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
  }

  /// Begins to watch the client when it has not taken everything at once.
  private func watchForStall(_ context: ChannelHandlerContext, unsent: Int) {
    guard stallCheck == nil else { return }
    let timeout = TimeAmount(service.limits.stallTimeout)
    lookLater(StallWatch(timeout: timeout, sent: total - unsent, now: context.eventLoop.now), context)
  }

  private func lookLater(_ watch: StallWatch, _ context: ChannelHandlerContext) {
    stallCheck = context.eventLoop.assumeIsolated().scheduleTask(in: watch.interval) { [self] in
      stallCheck = nil
      guard let unsent = unsentBytes(context) else { return }
      var watch = watch
      switch watch.look(sent: total - unsent, unsent: unsent, now: context.eventLoop.now) {
      case .over: break
      case .waiting: lookLater(watch, context)
      case .stalled: closeStalled(context, unsent: unsent)
      }
    }
  }

  private func closeStalled(_ context: ChannelHandlerContext, unsent: Int) {
    service.logger.warning(
      "closed a connection whose client does not read",
      metadata: ["pid": "\(session.peer.pid)", "uid": "\(session.peer.uid)", "unsentBytes": "\(unsent)"])
    context.close(promise: nil)
    service.counters.count { $0.stalledConnections += 1 }
  }
}
