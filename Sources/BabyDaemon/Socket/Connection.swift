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
  private let turns: TurnQueue
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
  /// This connection's turn was over before its work was done.
  private var isWaitingForTurn = false
  private var stallCheck: Scheduled<Void>?
  private var phase = Phase.open
  private var isWorking = false

  private enum Phase: Int, Comparable {
    case open
    /// No more input is taken in; the connection closes when what has come in is answered.
    case ending
    /// The last answers are on their way.
    case closing
    case closed

    static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
  }

  init(
    service: SocketService, turns: TurnQueue, session: Session, refusal: RPCError?, whenOver: @escaping () -> Void
  ) {
    self.service = service
    self.turns = turns
    self.session = session
    self.refusal = refusal
    self.whenOver = whenOver
    framer = LineFramer(longestLine: service.limits.lineLength)
    queue = CallQueue(limits: service.limits)
    output = OutputBuffer()
  }

  /// Answers what has been taken in, takes nothing more in, and closes.
  func drain() {
    phase = max(phase, .ending)
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
    guard phase == .open else { return }
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
    phase = max(phase, .ending)
    work(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .closed
    stallCheck?.cancel()
    queue.removeAllWaiting()
    running?.cancel()
    if running == nil { whenOver() }
  }

  // MARK: Work

  /// One turn: works on what is there, until the others have to have theirs.
  private func work(_ context: ChannelHandlerContext) {
    // A flush can make the channel writable, which calls this again from within itself.
    guard phase < .closing, !isWaitingForTurn, !isWorking else { return }
    isWorking = true
    let isDone = workThroughTurn(context)
    publishTally()
    flush(context)
    isWorking = false

    // Whoever does not read is not worked for: `channelWritabilityChanged` goes on.
    guard phase < .closing, context.channel.isWritable else { return }
    if !isDone {
      continueInNextTurn(context)
    } else if phase == .open {
      if !queue.isFull { context.read() }
    } else if queue.isEmpty {
      closeAfterFlush(context)
    }
  }

  /// - Returns: whether there was nothing left to work on.
  private func workThroughTurn(_ context: ChannelHandlerContext) -> Bool {
    var calls = 0
    var lines = 0
    while phase < .closing, context.channel.isWritable,
      calls < service.limits.callsPerTurn, lines < service.limits.callsPerTurn
    {
      if let step = queue.next() {
        calls += 1
        perform(step, on: context.eventLoop)
        if output.count >= service.limits.unsentBytes { flush(context) }
      } else if !queue.isFull, let line = framer.next() {
        lines += 1
        take(line)
      } else {
        return true
      }
    }
    return false
  }

  private func take(_ line: LineFramer.Output) {
    switch line {
    case .line(let bytes):
      let admission = queue.admit(bytes)
      if let answer = admission.send { output.append(answer) }
      if admission.cancelsRunning { running?.cancel() }
    case .lineTooLong:
      queue.refuse(.lineTooLong, "The line is longer than \(service.limits.lineLength) bytes.")
      phase = .ending
    case .notJSON:
      output.append(
        Array("This is babybasicsd's JSON-RPC socket: one JSON object per line, see bbctl call --help.".utf8))
      phase = .ending
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
    if phase == .closed {
      publishTally()
      whenOver()
    } else if let context {
      work(context)
    }
  }

  private func finish(_ outcome: Result<[UInt8], RPCError>) {
    if let line = queue.finish(outcome) { output.append(line) }
  }

  private func continueInNextTurn(_ context: ChannelHandlerContext) {
    isWaitingForTurn = true
    turns.add { [self] in
      isWaitingForTurn = false
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
    context.writeAndFlush(wrapOutboundOut(output.content), promise: nil)
    output.clear()
    watchForStall(context)
  }

  private func closeAfterFlush(_ context: ChannelHandlerContext) {
    phase = .closing
    let flushed = context.eventLoop.makePromise(of: Void.self)
    flushed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(output.content), promise: flushed)
    watchForStall(context)
  }

  private func unsentBytes(_ context: ChannelHandlerContext) -> Int? {
    try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
  }

  /// Begins to watch the client when it has not taken everything at once.
  private func watchForStall(_ context: ChannelHandlerContext) {
    guard stallCheck == nil, phase != .closed, let unsent = unsentBytes(context), unsent > 0 else { return }
    let timeout = TimeAmount(service.limits.stallTimeout)
    lookLater(StallWatch(timeout: timeout, sent: output.total - unsent, now: context.eventLoop.now), context)
  }

  private func lookLater(_ watch: StallWatch, _ context: ChannelHandlerContext) {
    stallCheck = context.eventLoop.assumeIsolated().scheduleTask(in: watch.interval) { [self] in
      stallCheck = nil
      guard let unsent = unsentBytes(context) else { return }
      var watch = watch
      switch watch.look(sent: output.total - unsent, unsent: unsent, now: context.eventLoop.now) {
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
