import Glibc
import Logging
import NIOCore

/// The lines on their way to one client. A client that does not read them is closed.
///
/// What fits into the socket's buffer goes there at once, past the channel, which costs more than the system call; only
/// the rest waits in the channel, and everything after it. Lives on the event loop.
final class ConnectionOutput {
  private let service: SocketService
  private let session: Session
  /// The channel's socket, while the channel is active; nil for a channel that has none.
  private let socket: CInt?
  /// Called when the client has taken what waited in the channel.
  var whenUnblocked: () -> Void = {}
  /// Something waits in the channel until the client makes room.
  private(set) var isBlocked = false

  /// Used again once its content has left, so that a call costs no memory of its own.
  private var buffer = ByteBuffer()
  /// Bytes of all lines since the connection began.
  private var total = 0
  private var stallCheck: Scheduled<Void>?

  init(service: SocketService, session: Session, socket: CInt?) {
    self.service = service
    self.session = session
    self.socket = socket
  }

  /// Bytes that the next flush sends.
  var count: Int { buffer.readableBytes }

  func append(_ line: [UInt8]) {
    buffer.writeBytes(line)
    buffer.writeInteger(UInt8(ascii: "\n"))
    total += line.count + 1
  }

  func flush(_ context: ChannelHandlerContext) {
    guard count > 0 else { return }
    if let sent = buffer.withUnsafeReadableBytes({ sendAtOnce($0, context) }) {
      buffer.moveReaderIndex(forwardBy: sent)
    }
    if count > 0 { sendThroughChannel(context) }
    // One large answer does not make every later one hold its memory.
    if buffer.capacity <= 1 << 16 { buffer.clear() } else { buffer = ByteBuffer() }
  }

  /// Sends a line with its line feed, unless something has to go before it.
  ///
  /// - Returns: false when it has to wait.
  func send(_ line: [UInt8], _ context: ChannelHandlerContext) -> Bool {
    guard count == 0, let sent = line.withUnsafeBytes({ sendAtOnce($0, context) }) else { return false }
    total += line.count
    if sent < line.count {
      buffer.writeBytes(line[sent...])
      sendThroughChannel(context)
      buffer.clear()
    }
    return true
  }

  /// - Returns: how many of the bytes the socket has taken; nil when it may not be asked.
  private func sendAtOnce(_ bytes: UnsafeRawBufferPointer, _ context: ChannelHandlerContext) -> Int? {
    guard let socket, !isBlocked, context.channel.isActive else { return nil }
    // What fails here fails again in the channel, which then closes.
    return max(0, Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)))
  }

  private func sendThroughChannel(_ context: ChannelHandlerContext) {
    context.writeAndFlush(NIOAny(buffer), promise: nil)
    guard !isBlocked, let unsent = unsentBytes(context), unsent > 0 else { return }
    isBlocked = true
    waitUntilSent(context)
    watchForStall(context, unsent: unsent)
  }

  /// Unblocks when everything has left, also what goes into the channel after this.
  private func waitUntilSent(_ context: ChannelHandlerContext) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenSuccess { [self] in
      guard unsentBytes(context) == 0 else { return waitUntilSent(context) }
      isBlocked = false
      whenUnblocked()
    }
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
