import Glibc
import Logging
import NIOCore

/// The lines on their way to one client. A client that does not read them is closed.
///
/// Writes as much as fits into the socket's buffer directly, past the channel, which costs more than the system call;
/// only the rest waits in the channel, and everything after it. Lives on the event loop.
final class ConnectionOutput {
  // These are read for each event. They are adjacent at the beginning, because one change is sent to a thousand
  // clients, each of which costs a cache line.
  /// The channel is active, so that its socket is still the client's.
  private var isActive = false
  /// Something waits in the channel until the client makes room.
  private var isBlocked = false
  /// Events must wait: answers that precede them are being assembled, or there will be no more output.
  var isHoldingEvents = false
  /// The channel's socket; nil if it has none.
  private let socket: CInt?
  /// Reused once its content has been written, so that a call allocates nothing.
  private var buffer = ByteBuffer()
  /// Bytes of all lines since the connection began.
  private var total = 0

  private var context: ChannelHandlerContext?
  private var stallCheck: Scheduled<Void>?
  /// Called when the client has taken what waited in the channel.
  var whenUnblocked: () -> Void = {}
  private let service: SocketService
  private let peer: Peer

  init(service: SocketService, peer: Peer, socket: CInt?) {
    self.service = service
    self.peer = peer
    self.socket = socket
  }

  // MARK: The channel

  func added(to context: ChannelHandlerContext) { self.context = context }

  func removed() { context = nil }

  /// The connection has begun.
  func begin() { isActive = true }

  /// The connection is closed.
  func end() {
    isActive = false
    stallCheck?.cancel()
  }

  // MARK: Lines

  /// Bytes that the next flush sends.
  var count: Int { buffer.readableBytes }

  func append(_ line: [UInt8]) {
    buffer.writeBytes(line)
    buffer.writeInteger(UInt8(ascii: "\n"))
    total += line.count + 1
  }

  func flush() {
    guard count > 0 else { return }
    if let sent = buffer.withUnsafeReadableBytes({ sendAtOnce($0) }) {
      buffer.moveReaderIndex(forwardBy: sent)
    }
    if count > 0 { sendThroughChannel() }
    // One large answer does not make every later one hold its memory.
    if buffer.capacity <= 1 << 16 { buffer.clear() } else { buffer = ByteBuffer() }
  }

  /// Sends an event's line with its line feed, unless something has to go before it.
  ///
  /// - Returns: false when it has to wait.
  func sendEvent(_ line: [UInt8]) -> Bool {
    guard !isHoldingEvents, count == 0, let sent = line.withUnsafeBytes({ sendAtOnce($0) }) else { return false }
    total += line.count
    if sent < line.count {
      buffer.writeBytes(line[sent...])
      sendThroughChannel()
      buffer.clear()
    }
    return true
  }

  /// - Returns: how many bytes the socket has accepted; nil if it cannot be written to directly.
  private func sendAtOnce(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let socket, isActive, !isBlocked else { return nil }
    // An error here occurs again in the channel, which then closes.
    return max(0, Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)))
  }

  private func sendThroughChannel() {
    guard let context else { return }
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
  func flushAndClose() {
    guard let context else { return }
    let flushed = context.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(NIOAny(buffer), promise: flushed)
    if let unsent = unsentBytes(context), unsent > 0 { watchForStall(context, unsent: unsent) }
  }

  // MARK: Clients that do not read

  private func unsentBytes(_ context: ChannelHandlerContext) -> Int? {
    try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
  }

  /// Begins to watch the client when it has not taken everything at once.
  private func watchForStall(_ context: ChannelHandlerContext, unsent: Int) {
    guard stallCheck == nil else { return }
    let timeout = TimeAmount(service.limits.stallTimeout)
    checkLater(StallWatch(timeout: timeout, sent: total - unsent, now: context.eventLoop.now), context)
  }

  private func checkLater(_ watch: StallWatch, _ context: ChannelHandlerContext) {
    stallCheck = context.eventLoop.assumeIsolated().scheduleTask(in: watch.interval) { [self] in
      stallCheck = nil
      guard let unsent = unsentBytes(context) else { return }
      var watch = watch
      switch watch.look(sent: total - unsent, unsent: unsent, now: context.eventLoop.now) {
      case .over: break
      case .waiting: checkLater(watch, context)
      case .stalled: closeStalled(context, unsent: unsent)
      }
    }
  }

  private func closeStalled(_ context: ChannelHandlerContext, unsent: Int) {
    service.logger.warning(
      "closed a connection whose client does not read", event: .clientStalled,
      metadata: ["pid": "\(peer.pid)", "uid": "\(peer.uid)", "unsentBytes": "\(unsent)"])
    context.close(promise: nil)
    service.counters.count { $0.stalledConnections += 1 }
  }
}

/// Detects that a client has read none of its waiting data for too long.
struct StallWatch {
  enum Verdict: Hashable {
    /// Nothing waits any more: the watch is over.
    case over
    /// Look again after `interval`.
    case waiting
    case stalled
  }

  /// How often to look: a client is found out after the timeout and at most a fifth of it more.
  let interval: TimeAmount

  private let timeout: TimeAmount
  private var sent: Int
  private var lastProgress: NIODeadline

  /// - Parameter sent: bytes that have left since the connection began.
  init(timeout: TimeAmount, sent: Int, now: NIODeadline) {
    self.timeout = timeout
    self.interval = .nanoseconds(max(1, timeout.nanoseconds / 5))
    self.sent = sent
    self.lastProgress = now
  }

  mutating func look(sent: Int, unsent: Int, now: NIODeadline) -> Verdict {
    guard unsent > 0 else { return .over }
    if sent > self.sent { lastProgress = now }
    self.sent = sent
    return now - lastProgress >= timeout ? .stalled : .waiting
  }
}
