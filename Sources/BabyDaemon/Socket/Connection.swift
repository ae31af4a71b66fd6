import BabyProtocol
import Logging
import NIOCore

/// One client: reads lines, has them answered in order, and never lets anybody wait for this client.
///
/// Lives on the event loop. What to do is decided by `LineFramer`, `CallQueue` and `StallWatch`; this does it.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let service: SocketService
  private let session: Session
  /// Why this client is turned away, if it is.
  private let refusal: RPCError?
  /// Called once, when the client is gone and nothing is worked on for it any more.
  private let whenOver: () -> Void

  private var context: ChannelHandlerContext?
  private var framer: LineFramer
  private var queue: CallQueue
  private var published = CallQueue.Tally()
  private var output: OutputBuffer
  private var running: Task<Void, Never>?
  /// The rest of the work, when this connection's turn was over before it was done.
  private var nextTurn: Scheduled<Void>?
  private var stallCheck: Scheduled<Void>?
  /// No more input is taken in; the connection closes when what has come in is answered.
  private var isEnding = false
  private var isClosing = false

  init(service: SocketService, session: Session, refusal: RPCError?, whenOver: @escaping () -> Void) {
    self.service = service
    self.session = session
    self.refusal = refusal
    self.whenOver = whenOver
    framer = LineFramer(longestLine: service.limits.lineLength)
    queue = CallQueue(limits: service.limits)
    output = OutputBuffer()
  }

  /// Answers what has been taken in, takes nothing more in, and closes.
  func drain() {
    isEnding = true
    queue.refuseFurtherRequests()
    if let context { work(context) }
  }

  /// Closes without waiting for anything.
  func abort() {
    running?.cancel()
    context?.close(promise: nil)
  }

  // MARK: Channel events

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    if let refusal {
      output.append(Response.failure(id: nil, refusal))
      closeAfterFlush(context)
    } else {
      context.read()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding, !isClosing else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
  }

  func channelReadComplete(context: ChannelHandlerContext) { work(context) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { work(context) }
  }

  /// The client has sent all that it had to say and may still read the answers.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return }
    framer.end()
    isEnding = true
    work(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    isClosing = true
    nextTurn?.cancel()
    stallCheck?.cancel()
    queue.removeAllWaiting()
    running?.cancel()
    if running == nil { whenOver() }
  }

  // MARK: Work

  /// One turn: works on what is there, until the others have to have theirs.
  private func work(_ context: ChannelHandlerContext) {
    guard !isClosing, nextTurn == nil else { return }
    let limits = service.limits
    var calls = 0
    var lines = 0
    while calls < limits.callsPerTurn, lines < limits.callsPerTurn, context.channel.isWritable {
      if let step = queue.next() {
        calls += 1
        perform(step, on: context.eventLoop)
        if output.count >= limits.unsentBytes { flush(context) }
      } else if !queue.isFull, let line = framer.next() {
        lines += 1
        take(line)
      } else {
        break
      }
    }
    publishTally()
    flush(context)
    guard !isClosing else { return }
    if calls == limits.callsPerTurn || lines == limits.callsPerTurn {
      continueInNextTurn(context)
    } else if context.channel.isWritable {
      if isEnding && queue.isEmpty {
        closeAfterFlush(context)
      } else if !isEnding && !queue.isFull {
        context.read()
      }
    }
  }

  private func take(_ line: LineFramer.Output) {
    switch line {
    case .line(let bytes):
      let admission = queue.admit(bytes)
      if let answer = admission.send { output.append(answer) }
      if admission.cancelsRunning { running?.cancel() }
    case .lineTooLong:
      queue.refuse(.lineTooLong, "The line is longer than \(service.limits.lineLength) bytes.")
      isEnding = true
    case .notJSON:
      output.append(
        Array("This is babybasicsd's JSON-RPC socket: one JSON object per line, see bbctl call --help.".utf8))
      isEnding = true
    }
  }

  private func perform(_ step: CallQueue.Step, on eventLoop: any EventLoop) {
    switch step {
    case .send(let line): output.append(line)
    case .perform(let request):
      if let result = service.handler.immediateResult(for: request, session: session) {
        finish(.success(result))
      } else {
        start(request, on: eventLoop)
      }
    }
  }

  private func start(_ request: Request, on eventLoop: any EventLoop) {
    let bound = NIOLoopBound(self, eventLoop: eventLoop)
    // It begins here and now and comes back here: on a small machine waking another thread costs more than most calls.
    running = Task.immediate(executorPreference: EventLoopTaskExecutor(eventLoop)) { [service, session] in
      let outcome = await service.outcome(of: request, session: session)
      eventLoop.execute { bound.value.taskEnded(outcome) }
    }
  }

  private func taskEnded(_ outcome: Result<[UInt8], RPCError>) {
    running = nil
    finish(outcome)
    if let context, !isClosing {
      work(context)
    } else {
      publishTally()
      if context == nil { whenOver() }
    }
  }

  private func finish(_ outcome: Result<[UInt8], RPCError>) {
    if let line = queue.finish(outcome) { output.append(line) }
  }

  /// Work queued by `execute` would run before the loop looks at the other sockets; a timer's does not.
  private func continueInNextTurn(_ context: ChannelHandlerContext) {
    nextTurn = context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(50)) { [self] in
      nextTurn = nil
      work(context)
    }
  }

  private func publishTally() {
    let tally = queue.tally
    guard tally != published else { return }
    let before = published
    published = tally
    service.counters.count {
      $0.calls += tally.calls - before.calls
      $0.failedCalls += tally.failedCalls - before.failedCalls
    }
  }

  // MARK: Output

  private func flush(_ context: ChannelHandlerContext) {
    guard output.count > 0 else { return }
    context.writeAndFlush(wrapOutboundOut(output.take()), promise: nil)
    output.clear()
    if stallCheck == nil, !isClosing, let unsent = unsentBytes(context), unsent > 0 { watchForStall(context, unsent) }
  }

  private func closeAfterFlush(_ context: ChannelHandlerContext) {
    isClosing = true
    let flushed = context.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(output.take()), promise: flushed)
    if stallCheck == nil, let unsent = unsentBytes(context), unsent > 0 { watchForStall(context, unsent) }
  }

  private func unsentBytes(_ context: ChannelHandlerContext) -> Int? {
    try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
  }

  private func watchForStall(_ context: ChannelHandlerContext, _ unsent: Int) {
    let watch = StallWatch(
      timeout: TimeAmount(service.limits.stallTimeout), sent: output.total - unsent, now: .now())
    look(watch, context)
  }

  private func look(_ watch: StallWatch, _ context: ChannelHandlerContext) {
    stallCheck = context.eventLoop.assumeIsolated().scheduleTask(in: watch.interval) { [self] in
      stallCheck = nil
      guard let unsent = unsentBytes(context) else { return }
      var watch = watch
      switch watch.look(sent: output.total - unsent, unsent: unsent, now: .now()) {
      case .over: break
      case .waiting: look(watch, context)
      case .stalled: closeStalled(context, unsent: unsent)
      }
    }
  }

  private func closeStalled(_ context: ChannelHandlerContext, unsent: Int) {
    service.counters.count { $0.stalledConnections += 1 }
    service.logger.warning(
      "closed a connection whose client does not read",
      metadata: ["pid": "\(session.peer.pid)", "uid": "\(session.peer.uid)", "unsentBytes": "\(unsent)"])
    context.close(promise: nil)
  }
}
